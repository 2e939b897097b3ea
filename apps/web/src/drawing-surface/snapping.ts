import { distance, type Point, type Rect } from '../map-engine/index.ts'
import { nearestOnLine } from './line-distance.ts'

/** A closed outline that points snap to: first to its corners, then to its edges. In pixels of the plan. */
export interface SnapOutline {
  readonly corners: readonly Point[]
  readonly box: Rect
}

/** An outline of corners. */
export function snapOutline(corners: readonly Point[]): SnapOutline {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { corners, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } }
}

const isNear = ({ x, y, width, height }: Rect, at: Point, reach: number): boolean =>
  at.x >= x - reach && at.x <= x + width + reach && at.y >= y - reach && at.y <= y + height + reach

/**
 * Where a point snaps to: the nearest corner within reach, else the nearest point of an edge; undefined where none is.
 * @param reach in pixels of the plan
 */
export function snapPoint(at: Point, outlines: readonly SnapOutline[], reach: number): Point | undefined {
  let corner: { point: Point; gap: number } | undefined
  let edge: { point: Point; gap: number } | undefined
  for (const { corners, box } of outlines) {
    if (!isNear(box, at, reach)) continue
    for (const point of corners) {
      const gap = distance(point, at)
      if (gap <= reach && (!corner || gap < corner.gap)) corner = { point, gap }
    }
    const nearest = nearestOnLine(corners, at, true)
    if (nearest && nearest.distance <= reach && (!edge || nearest.distance < edge.gap))
      edge = { point: nearest.at, gap: nearest.distance }
  }
  return (corner ?? edge)?.point
}

/**
 * How far a shape that is moved has to go beside its way so that one of its corners snaps: by the shortest shift.
 * @param corners of the shape where it would be without
 */
export function snapShift(
  corners: readonly Point[],
  outlines: readonly SnapOutline[],
  reach: number,
): Point | undefined {
  let best: { shift: Point; gap: number } | undefined
  for (const corner of corners) {
    const to = snapPoint(corner, outlines, reach)
    const gap = to && distance(to, corner)
    if (to && gap !== undefined && (!best || gap < best.gap))
      best = { shift: { x: to.x - corner.x, y: to.y - corner.y }, gap }
  }
  return best?.shift
}
