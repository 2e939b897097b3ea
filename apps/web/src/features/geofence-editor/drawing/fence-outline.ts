import { type SnapOutline, snapOutline } from '../../../drawing-surface/index.ts'
import { cornersOfShape, type FenceShape } from './fence-shape.ts'

/** Sides of the polygon that stands for a circle: with as many it is nowhere farther away than half a pixel. */
const CIRCLE_SIDES = 96

/** The outline of a fence that others snap to. */
export function outlineToSnap(shape: FenceShape): SnapOutline {
  if (shape.kind !== 'circle') return snapOutline(cornersOfShape(shape))
  const { centre, radius } = shape
  const points = Array.from({ length: CIRCLE_SIDES }, (_, index) => {
    const angle = (2 * Math.PI * index) / CIRCLE_SIDES
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
  })
  return snapOutline(points)
}
