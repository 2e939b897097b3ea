import type { Point } from './walking-routes.types.ts'

/** A straight segment between two points, in metres. */
export type Segment = { readonly a: Point; readonly b: Point }

/** A point of a segment: its share (0 at `a`, 1 at `b`), and its distance from a given point. */
export type SegmentPoint = { readonly share: number; readonly point: Point; readonly distance: number }

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Returns the point of the segment that is nearest to another point. */
export function nearestOnSegment({ a, b }: Segment, from: Point): SegmentPoint {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((from.x - a.x) * dx + (from.y - a.y) * dy) / squared
  const share = Math.min(1, Math.max(0, along))
  // Uses the end itself, because `a + (b - a)` may differ from `b`.
  const point = share === 1 ? b : { x: a.x + dx * share, y: a.y + dy * share }
  return { share, point, distance: distanceBetween(point, from) }
}

/** Returns the crossing of two segments as the share of each; undefined if they do not cross, or lie on one line. */
export function crossingOf(first: Segment, second: Segment): readonly [number, number] | undefined {
  const [ux, uy] = [first.b.x - first.a.x, first.b.y - first.a.y]
  const [vx, vy] = [second.b.x - second.a.x, second.b.y - second.a.y]
  const determinant = ux * vy - uy * vx
  if (determinant === 0) return undefined
  const [wx, wy] = [second.a.x - first.a.x, second.a.y - first.a.y]
  const s = (wx * vy - wy * vx) / determinant
  const t = (wx * uy - wy * ux) / determinant
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? [s, t] : undefined
}
