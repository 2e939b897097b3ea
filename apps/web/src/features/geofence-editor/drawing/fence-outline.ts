import { type SnapOutline, snapOutline } from '../../../drawing-surface/index.ts'
import { cornersOfShape, type FenceShape } from './fence-shape.ts'

/** Number of sides of the polygon that replaces a circle, which is nowhere farther off than half a pixel. */
const CIRCLE_SIDES = 96

/** Returns the outline of a geofence that other shapes snap to. */
export function outlineToSnap(shape: FenceShape): SnapOutline {
  if (shape.kind !== 'circle') return snapOutline(cornersOfShape(shape))
  const { centre, radius } = shape
  const points = Array.from({ length: CIRCLE_SIDES }, (_, index) => {
    const angle = (2 * Math.PI * index) / CIRCLE_SIDES
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
  })
  return snapOutline(points)
}
