import { distance, type Point, type Rect } from '../map-engine/index.ts'
import { nearestOnLine } from './line-distance.ts'

/** A closed outline in pixels of the plan. Points snap to its corners first, then to its edges. */
export interface SnapOutline {
  readonly corners: readonly Point[]
  readonly box: Rect
}

/** Creates the outline of a polygon from its corners. */
export function snapOutline(corners: readonly Point[]): SnapOutline {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { corners, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } }
}

const isNear = ({ x, y, width, height }: Rect, at: Point, reach: number): boolean =>
  at.x >= x - reach && at.x <= x + width + reach && at.y >= y - reach && at.y <= y + height + reach

/**
 * Returns the nearest corner within reach, else the nearest point of an edge within reach, else undefined.
 * @param reach distance in pixels of the plan
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
 * Returns the shortest extra shift that snaps one corner of a moved shape.
 * @param corners corners of the shape before snapping
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
