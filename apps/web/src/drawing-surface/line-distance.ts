import { clamp, distance, type Point } from '../map-engine/index.ts'

/** The point of a line that is nearest to a given point. */
export interface NearestOnLine {
  readonly at: Point
  /** Index of the line's point where the segment with the nearest point begins. */
  readonly from: number
  readonly distance: number
}

/** Returns the point of a segment that is nearest to a given point. */
function nearestBetween(from: Point, to: Point, point: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const part = squared === 0 ? 0 : clamp(((point.x - from.x) * dx + (point.y - from.y) * dy) / squared, 0, 1)
  return { x: from.x + part * dx, y: from.y + part * dy }
}

/**
 * Returns the point of a line that is nearest to a given point; undefined for a line of fewer than two points.
 * @param isClosed true if the last point is joined to the first
 */
export function nearestOnLine(
  points: readonly Point[],
  point: Point,
  isClosed = false,
): NearestOnLine | undefined {
  let best: NearestOnLine | undefined
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? (isClosed ? points[0] : undefined)
    if (!to) break
    const at = nearestBetween(from, to, point)
    const gap = distance(at, point)
    if (!best || gap < best.distance) best = { at, from: index, distance: gap }
  }
  return best
}
