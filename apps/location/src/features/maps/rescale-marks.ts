import type { ServiceParts } from '@wardtrack/access'
import { type Database, type MapDoc, trusted } from '@wardtrack/database'
import { factorTo, geometryOf, markedPoint, scaledArea } from '@wardtrack/places'

/**
 * Rescales the geofences and monitors of a map to the pixel size of its image. Each records the size that its pixels
 * belong to, so repeated or interrupted runs give the same result. For a fence this is no move: neither `activeFrom`
 * nor its version changes.
 * @param parts its bus notifies caches of fences
 */
export async function rescaleMarks(
  { db, bus }: Pick<ServiceParts, 'db' | 'bus'>,
  map: MapDoc,
): Promise<void> {
  if (map.width === null || map.height === null) return
  const imageSize = `${map.width}x${map.height}`
  await rescaleMonitors(db, map, imageSize)
  if ((await rescaleFences(db, map, imageSize)) === 0) return
  bus.publish('config.changed', { what: 'geofences' })
}

async function rescaleMonitors(db: Database, map: MapDoc, imageSize: string): Promise<void> {
  const geometry = geometryOf(map)
  const monitors = await db.models.monitors.find({ mapId: map._id, imageSize: trusted({ $ne: imageSize }) })
  const writes = monitors.map((mark) => {
    const { _id, mapId, xCoordinate, yCoordinate } = mark
    const { x, y } = markedPoint(mark, geometry)
    return {
      updateOne: {
        // A monitor marked again meanwhile belongs to the newer image and is left unchanged.
        filter: {
          _id,
          mapId,
          xCoordinate,
          yCoordinate,
          imageSize: mark.imageSize ?? trusted({ $exists: false }),
        },
        update: { $set: { xCoordinate: x, yCoordinate: y, imageSize } },
      },
    }
  })
  if (writes.length > 0) await db.models.monitors.bulkWrite(writes, { ordered: false })
}

async function rescaleFences(db: Database, map: MapDoc, imageSize: string): Promise<number> {
  const geometry = geometryOf(map)
  const fences = await db.models.geofences.find({ MapId: map._id, imageSize: trusted({ $ne: imageSize }) })
  const writes = fences.map(({ _id, __v, Coordinates, imageSize: previousSize }) => ({
    updateOne: {
      // A fence drawn again meanwhile belongs to the newer image and is left unchanged.
      filter: { _id, __v, imageSize: previousSize ?? trusted({ $exists: false }) },
      update: {
        $set: { Coordinates: scaledArea(Coordinates, factorTo(geometry, previousSize)), imageSize },
      },
    },
  }))
  if (writes.length === 0) return 0
  return (await db.models.geofences.bulkWrite(writes, { ordered: false })).modifiedCount
}
