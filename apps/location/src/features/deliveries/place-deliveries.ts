import { createHash } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type Database, INTERNAL, type MapDoc, type PlaceDoc, placeKey, trusted } from '@wardtrack/database'
import {
  createFeedDelivery,
  type Delivery,
  type DeliverySource,
  type FeedDelivery,
  historySource,
} from '@wardtrack/outbound'
import { factorTo, geometryOf, scaledArea, scaledDrawing } from '@wardtrack/places'
import { drawnAreaOf } from '../geofences/index.ts'

/** Source of places to deliver, in their state at delivery. A reference is the key of a place, see `placeKey`. */
export function placeSource(db: Database): DeliverySource {
  return {
    kind: 'LocationHierarchy',
    load: async (refs) => {
      const ids = refs.map((ref) => ref.slice(ref.indexOf('|') + 1))
      const places = await db.models.places.find({ hierarchyId: trusted({ $in: ids }) })
      const mapIds = places.flatMap(({ mapId, outline }) => mapId ?? outline?.mapId ?? [])
      const maps = await db.models.maps.find({ _id: trusted({ $in: mapIds }) })
      const mapOf = new Map(maps.map((map) => [map._id, map]))
      const found = new Map<string, Delivery | null>(refs.map((ref) => [ref, null]))
      for (const place of places) {
        const key = placeKey(place.provider, place.hierarchyId)
        if (found.has(key)) found.set(key, placeDelivery(key, place, mapOf))
      }
      return found
    },
  }
}

/** Creates the delivery of a place in the form that hierarchy ingestion accepts. */
function placeDelivery(key: string, place: PlaceDoc, maps: ReadonlyMap<string, MapDoc>): Delivery {
  const { provider, hierarchyId, fullName, mapId } = place
  const map = mapId === null ? undefined : maps.get(mapId)
  const outline = outlineItem(place, maps)
  const payload = JSON.stringify({
    hierarchyId,
    fullName,
    ...(provider === INTERNAL ? {} : { provider }),
    ...(mapId === null ? {} : { mapId }),
    ...(map ? { map: { name: map.name, xDimension: map.xDimension, yDimension: map.yDimension } } : {}),
    ...(outline ? { outline } : {}),
  })
  const digest = createHash('sha256').update(`${key}\n${payload}`).digest('base64url').slice(0, 32)
  return { key: digest, lane: key, payload }
}

/** Uses metres, because a receiver may have another image of the map, or none. */
function outlineItem({ mapId, outline }: PlaceDoc, maps: ReadonlyMap<string, MapDoc>): object | undefined {
  const map = outline && (mapId ?? outline.mapId) === outline.mapId ? maps.get(outline.mapId) : undefined
  if (!map || !outline) return undefined
  const geometry = geometryOf(map)
  const present = scaledArea(outline.Coordinates, factorTo(geometry, outline.imageSize))
  const { perMetreX, perMetreY } = geometry
  return { unit: 'm', ...scaledDrawing(drawnAreaOf(present), { x: 1 / perMetreX, y: 1 / perMetreY }) }
}

/** The deliveries of the location service other than alerts. */
export type PlaceDeliveries = {
  positions: FeedDelivery
  places: FeedDelivery
  stop(): void
  close(): Promise<void>
}

/** Creates the deliveries and starts them. */
export function createPlaceDeliveries(parts: ServiceParts): PlaceDeliveries {
  const positions = createFeedDelivery(parts, positionSource(parts.db))
  const places = createFeedDelivery(parts, placeSource(parts.db))
  return {
    positions,
    places,
    stop: () => {
      positions.stop()
      places.stop()
    },
    close: async () => {
      await Promise.all([positions.close(), places.close()])
    },
  }
}

/**
 * Source of positions to deliver, with the levels of their places. A reference is the id of a row of the location
 * history.
 */
const positionSource = (db: Database): DeliverySource =>
  historySource(db, 'AssetLocation', {
    // driver: every delivered position is read here, a hot path
    readRows: (ids) => db.driver.locationHistory.find({ _id: { $in: [...ids] } }).toArray(),
    membersOf: ({ mapId, hierarchyId, x, y, accuracy, fullPath }) => ({
      ...(mapId === null || x === null || y === null ? { hierarchyId } : { mapId, x, y, unit: 'px' }),
      accuracy,
      fullPath,
    }),
  })
