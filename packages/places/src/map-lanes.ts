import type { MapConnection, MapLane, MapStop } from '@wardtrack/contracts'
import { compareFloors } from '@wardtrack/contracts/floor-order'
import type { MapLanesDoc } from '@wardtrack/database'
import { factorTo, type MapGeometry, type Point, scaled } from './map-geometry.ts'
import type { PlaceLookup } from './place-cache.ts'

/** Returns the key under which stops on several maps form one connection. */
export const stopKey = ({ kind, name }: Pick<MapStop, 'kind' | 'name'>): string =>
  `${kind} ${name.toLowerCase()}`

/** Returns the lanes and stops of a map in pixels of its current image, whichever image they were drawn on. */
export function presentLanes(doc: MapLanesDoc, map: MapGeometry): MapLanesDoc {
  const factor = factorTo(map, doc.imageSize)
  const present = <P extends Point>(point: P): P => ({
    ...point,
    x: Math.min(scaled(point.x, factor.x), map.width),
    y: Math.min(scaled(point.y, factor.y), map.height),
  })
  const lane = ({ points }: MapLane): MapLane => ({ points: points.map(present) })
  return { ...doc, lanes: doc.lanes.map(lane), stops: doc.stops.map(present) }
}

const NATURAL_ORDER = new Intl.Collator('en', { numeric: true })

/**
 * Returns the connections between maps, by kind and name. Their stops follow the order of the floors, the lowest first.
 */
export function connectionsOf(docs: readonly MapLanesDoc[], places: PlaceLookup): MapConnection[] {
  const floors = docs.flatMap((doc) => {
    const map = places.map(doc._id)
    const place = Object.values(places.topPlaceOf(doc._id)?.fullPath ?? {})
    return map ? [{ place, name: doc._id, mapId: doc._id, stops: presentLanes(doc, map).stops }] : []
  })
  floors.sort(compareFloors)
  const connections = new Map<string, MapConnection>()
  for (const { mapId, stops } of floors)
    for (const stop of stops) {
      const { kind, name, x, y } = stop
      const connection = connections.get(stopKey(stop)) ?? { kind, name, stops: [] }
      connection.stops.push({ mapId, x, y })
      connections.set(stopKey(stop), connection)
    }
  return [...connections.entries()]
    .sort(([a], [b]) => NATURAL_ORDER.compare(a, b))
    .map(([, connection]) => connection)
}
