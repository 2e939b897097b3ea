import { type AssetDoc, type Database, type MapDoc, trusted } from '@wardtrack/database'
import { factorTo, geometryOf, scaled } from '@wardtrack/places'

const PAGE = 500

/**
 * Rescales the current positions on a map to the pixel size of its image. Each position records the size that its
 * pixels belong to. Positions of the current size are left unchanged, so repeated or interrupted runs give the same
 * result.
 */
export async function rescalePositions(db: Database, map: MapDoc): Promise<number> {
  if (map.width === null || map.height === null) return 0
  const imageSize = `${map.width}x${map.height}`
  const filter = {
    'CurrentLocation.mapId': map._id,
    'CurrentLocation.imageSize': trusted({ $ne: imageSize }),
  }
  let rescaled = 0
  for (;;) {
    const page = await db.models.assets.find(filter).select({ CurrentLocation: 1 }).limit(PAGE)
    if (page.length === 0) return rescaled
    const rescaledOfPage = await rescalePage(db, page, map, imageSize)
    // All positions of the page changed meanwhile and carry their own size. The second run rescales them.
    if (rescaledOfPage === 0) return rescaled
    rescaled += rescaledOfPage
  }
}

async function rescalePage(
  db: Database,
  page: readonly AssetDoc[],
  map: MapDoc,
  imageSize: string,
): Promise<number> {
  const geometry = geometryOf(map)
  const writes = page.flatMap(({ _id, CurrentLocation: place }) => {
    if (!place) return []
    const factor = factorTo(geometry, place.imageSize)
    return [
      {
        updateOne: {
          // A newer position that arrived meanwhile has its own size and is left unchanged.
          filter: {
            _id,
            'CurrentLocation.time': place.time,
            'CurrentLocation.mapId': map._id,
            'CurrentLocation.imageSize': place.imageSize ?? trusted({ $exists: false }),
          },
          update: {
            $set: {
              'CurrentLocation.xCenterPoint': scaledOrNull(place.xCenterPoint, factor.x),
              'CurrentLocation.yCenterPoint': scaledOrNull(place.yCenterPoint, factor.y),
              'CurrentLocation.imageSize': imageSize,
            },
            // The increment tells writers that evaluated the old place that it has changed.
            $inc: { PlaceRev: 1 },
          },
        },
      },
    ]
  })
  return (await db.models.assets.bulkWrite(writes, { ordered: false })).modifiedCount
}

const scaledOrNull = (value: number | null, factor: number): number | null =>
  value === null ? null : scaled(value, factor)
