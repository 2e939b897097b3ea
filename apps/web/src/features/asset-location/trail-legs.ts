import type { TrailPosition } from '@wardtrack/contracts'
import { levelValues, pathText } from '../../lib/place.ts'
import type { MapTrail, Point } from '../../map-engine/index.ts'

/** A position of a trail that has a point on a map. */
export interface PlacedPosition {
  readonly time: string
  readonly mapId: string
  readonly at: Point
  /** Corners of the route along lanes from the previous position; empty for a straight line. */
  readonly way: readonly Point[]
  readonly place: string
  readonly floor: string
}

/** Consecutive positions on one map, by the indexes of the first and the last. */
export interface Leg {
  readonly first: number
  readonly last: number
}

/** Returns the positions with a point on a map, in their order. */
export const placedPositions = (positions: readonly TrailPosition[]): PlacedPosition[] =>
  positions.flatMap(({ time, mapId, x, y, fullPath, way = [] }) =>
    mapId === null || x === null || y === null
      ? []
      : [
          {
            time,
            mapId,
            at: { x, y },
            way,
            place: pathText(fullPath),
            floor: levelValues(fullPath).slice(0, 3).join(' · '),
          },
        ],
  )

/** Splits a trail into legs; each change of the map starts another leg. */
export function legsOf(positions: readonly Pick<PlacedPosition, 'mapId'>[]): Leg[] {
  const legs: { first: number; last: number }[] = []
  for (const [index, { mapId }] of positions.entries()) {
    const leg = legs.at(-1)
    if (leg && positions[leg.first]?.mapId === mapId) leg.last = index
    else legs.push({ first: index, last: index })
  }
  return legs
}

/** Returns the drawn trail of a leg up to one of its positions. */
export function trailOf(positions: readonly PlacedPosition[], leg: Leg, index: number): MapTrail {
  let reached = 0
  const points = positions.slice(leg.first, leg.last + 1).flatMap(({ at, way }, step) => {
    // The route to the first position began on another map.
    const corners = step === 0 ? [] : way.map((corner) => ({ ...corner, corner: true }))
    if (step > 0 && leg.first + step <= index) reached += corners.length + 1
    return [...corners, at]
  })
  return { points, reached }
}
