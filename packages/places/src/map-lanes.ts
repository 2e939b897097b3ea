import type { MapConnection, MapLane, MapStop } from '@wardtrack/contracts'
import { type MapLanesDoc, pathText } from '@wardtrack/database'
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

/** Floor names are compared by their numbers: "Level 10" lies above "Level 9". */
const FLOOR_ORDER = new Intl.Collator('en', { numeric: true })

/**
 * Returns the connections between maps, by kind and name. Their stops follow the order of the places that name the
 * maps.
 */
export function connectionsOf(docs: readonly MapLanesDoc[], places: PlaceLookup): MapConnection[] {
  const floors = docs.flatMap((doc) => {
    const map = places.map(doc._id)
    const path = pathText(places.topPlaceOf(doc._id)?.fullPath ?? {})
    return map ? [{ path, mapId: doc._id, stops: presentLanes(doc, map).stops }] : []
  })
  floors.sort((a, b) => FLOOR_ORDER.compare(a.path, b.path) || FLOOR_ORDER.compare(a.mapId, b.mapId))
  const connections = new Map<string, MapConnection>()
  for (const { mapId, stops } of floors)
    for (const stop of stops) {
      const { kind, name, x, y } = stop
      const connection = connections.get(stopKey(stop)) ?? { kind, name, stops: [] }
      connection.stops.push({ mapId, x, y })
      connections.set(stopKey(stop), connection)
    }
  return [...connections.entries()]
    .sort(([a], [b]) => FLOOR_ORDER.compare(a, b))
    .map(([, connection]) => connection)
}
