import type { PlaceLookup } from '../../places/place-cache.ts'

/** A point of a map, in pixels of its image. */
export type MapPoint = { mapId: string; x: number; y: number }
/** How far it is on foot. `alongLanes`: the way follows lanes all along. */
export type Distance = { metres: number; alongLanes: boolean }
/** A way on one map, and what leads on to the next one. */
type Leg = {
  mapId: string
  points: readonly { x: number; y: number }[]
  via?: { kind: 'lift' | 'stairs' | 'passage'; name: string }
}
/** A way, map by map. */
export type Route = Distance & { legs: readonly Leg[] }

/** Distances and ways on foot. Undefined where no way between two maps is known. */
export type Walking = {
  distancesFrom(from: MapPoint): (to: MapPoint) => Distance | undefined
  route(from: MapPoint, to: MapPoint): Route | undefined
}

/** Straight lines on each map. */
export function createWalking(lookup: PlaceLookup): Walking {
  const distance = (from: MapPoint, to: MapPoint): Distance | undefined => {
    const map = lookup.map(from.mapId)
    if (!map || from.mapId !== to.mapId) return undefined
    const metres = Math.hypot((to.x - from.x) / map.perMetreX, (to.y - from.y) / map.perMetreY)
    return { metres, alongLanes: false }
  }
  return {
    distancesFrom: (from) => (to) => distance(from, to),
    route: (from, to) => {
      const known = distance(from, to)
      return known && { ...known, legs: [{ mapId: from.mapId, points: [from, to] }] }
    },
  }
}
