import { distance, type Point } from './geometry.ts'

/** Shape of a fence within its bounding rectangle, in pixels of the plan image. */
export type FenceOutline =
  | { readonly points: readonly Point[] }
  | { readonly centre: Point; readonly radius: number }

/** Checks that a point lies within an outline. */
export function isInOutline(outline: FenceOutline, point: Point): boolean {
  if ('radius' in outline) return distance(outline.centre, point) <= outline.radius
  let inside = false
  let from = outline.points.at(-1)
  for (const to of outline.points) {
    if (from && from.y > point.y !== to.y > point.y) {
      const crossing = from.x + ((to.x - from.x) * (point.y - from.y)) / (to.y - from.y)
      if (point.x < crossing) inside = !inside
    }
    from = to
  }
  return inside
}

/** Returns the place for a fence's name: the leftmost of its topmost points. */
export function topOf(outline: FenceOutline): Point {
  if ('radius' in outline) return { x: outline.centre.x, y: outline.centre.y - outline.radius }
  return outline.points.reduce((top, point) =>
    point.y < top.y || (point.y === top.y && point.x < top.x) ? point : top,
  )
}

/**
 * Adds an outline to the path of a canvas.
 * @param toScreen conversion of points from pixels of the plan; `scale` converts lengths
 */
export function traceOutline(
  ctx: CanvasRenderingContext2D,
  outline: FenceOutline,
  { toScreen, scale }: { toScreen(point: Point): Point; scale: number },
): void {
  ctx.beginPath()
  if ('radius' in outline) {
    const { x, y } = toScreen(outline.centre)
    ctx.arc(x, y, outline.radius * scale, 0, 2 * Math.PI)
  } else
    for (const [index, corner] of outline.points.entries()) {
      const { x, y } = toScreen(corner)
      if (index === 0) ctx.moveTo(x, y)
      else ctx.lineTo(x, y)
    }
  ctx.closePath()
}
