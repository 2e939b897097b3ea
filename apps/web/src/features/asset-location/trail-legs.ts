import type { TrailPosition } from '@wardtrack/contracts'
import { levelValues, pathText } from '../../lib/place.ts'
import type { MapTrail, Point } from '../../map-engine/index.ts'

/** A position of a trail that stands on a map. */
export interface PlacedPosition {
  readonly time: string
  readonly mapId: string
  readonly at: Point
  /** Corners of the way along lanes from the position before; none where it is a straight line. */
  readonly way: readonly Point[]
  readonly place: string
  readonly floor: string
}

/** Positions that follow one another on one map: the first and the last one's index. */
export interface Leg {
  readonly first: number
  readonly last: number
}

/** The positions that stand on a map, in their order. */
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

/** The legs of a trail: it begins another one with each change of the map. */
export function legsOf(positions: readonly Pick<PlacedPosition, 'mapId'>[]): Leg[] {
  const legs: { first: number; last: number }[] = []
  for (const [index, { mapId }] of positions.entries()) {
    const leg = legs.at(-1)
    if (leg && positions[leg.first]?.mapId === mapId) leg.last = index
    else legs.push({ first: index, last: index })
  }
  return legs
}

/** A leg as the map draws it, as far as one of its positions. */
export function trailOf(positions: readonly PlacedPosition[], leg: Leg, index: number): MapTrail {
  let reached = 0
  const points = positions.slice(leg.first, leg.last + 1).flatMap(({ at, way }, step) => {
    // The way to the first position began on another map.
    const corners = step === 0 ? [] : way.map((corner) => ({ ...corner, corner: true }))
    if (step > 0 && leg.first + step <= index) reached += corners.length + 1
    return [...corners, at]
  })
  return { points, reached }
}
