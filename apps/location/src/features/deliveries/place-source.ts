import { createHash } from 'node:crypto'
import { type Database, INTERNAL, type MapDoc, type PlaceDoc, placeKey, trusted } from '@wardtrack/database'
import type { Delivery, DeliverySource } from '@wardtrack/outbound'

/** Places to deliver, each as it is by then: a reference is the key of a place, see `placeKey`. */
export function placeSource(db: Database): DeliverySource {
  return {
    kind: 'LocationHierarchy',
    load: async (refs) => {
      const ids = refs.map((ref) => ref.slice(ref.indexOf('|') + 1))
      const places = await db.models.places.find({ hierarchyId: trusted({ $in: ids }) })
      const mapIds = places.flatMap(({ mapId }) => mapId ?? [])
      const maps = await db.models.maps.find({ _id: trusted({ $in: mapIds }) })
      const mapOf = new Map(maps.map((map) => [map._id, map]))
      const found = new Map<string, Delivery | null>(refs.map((ref) => [ref, null]))
      for (const place of places) {
        const key = placeKey(place.provider, place.hierarchyId)
        if (found.has(key)) found.set(key, placeDelivery(key, place, mapOf.get(place.mapId ?? '')))
      }
      return found
    },
  }
}

/** A place as the ingestion of hierarchies takes it. */
function placeDelivery(
  key: string,
  { provider, hierarchyId, fullName, mapId }: PlaceDoc,
  map: MapDoc | undefined,
): Delivery {
  const payload = JSON.stringify({
    hierarchyId,
    fullName,
    ...(provider === INTERNAL ? {} : { provider }),
    ...(mapId === null ? {} : { mapId }),
    ...(map ? { map: { name: map.name, xDimension: map.xDimension, yDimension: map.yDimension } } : {}),
  })
  const digest = createHash('sha256').update(`${key}\n${payload}`).digest('base64url').slice(0, 32)
  return { key: digest, lane: key, payload }
}
