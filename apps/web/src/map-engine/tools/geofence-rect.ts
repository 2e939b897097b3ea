import { clamp, type Point, type Rect, type Size } from '../geometry.ts'

/** Which sides of a rectangle a handle pulls: -1 the left or upper one, 1 the right or lower one, 0 none. */
export interface Handle {
  readonly dx: -1 | 0 | 1
  readonly dy: -1 | 0 | 1
}

/** The eight handles, corners first: where two lie close together, the corner is the one that is meant. */
export const handles: readonly Handle[] = [
  { dx: -1, dy: -1 },
  { dx: 1, dy: -1 },
  { dx: 1, dy: 1 },
  { dx: -1, dy: 1 },
  { dx: 0, dy: -1 },
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
]

/** Smallest side of a rectangle in map pixels; a smaller one is no fence. */
const smallest = 1

/** Where a handle stands on its rectangle. */
export function handlePoint({ x, y, width, height }: Rect, { dx, dy }: Handle): Point {
  return { x: x + (width * (dx + 1)) / 2, y: y + (height * (dy + 1)) / 2 }
}

/** A point of the plan: inside it, on a whole pixel. */
function clampToPlan({ x, y }: Point, bounds: Size): Point {
  return { x: Math.round(clamp(x, 0, bounds.width)), y: Math.round(clamp(y, 0, bounds.height)) }
}

/** The rectangle between two opposite corners; undefined if it would have no area inside the plan. */
export function rectFromCorners(a: Point, b: Point, bounds: Size): Rect | undefined {
  const from = clampToPlan(a, bounds)
  const to = clampToPlan(b, bounds)
  const width = Math.abs(to.x - from.x)
  const height = Math.abs(to.y - from.y)
  if (width < smallest || height < smallest) return undefined
  return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width, height }
}

/** The rectangle shifted as far as the plan allows; its size stays. */
export function moveRect(rect: Rect, dx: number, dy: number, bounds: Size): Rect {
  return {
    ...rect,
    x: Math.round(clamp(rect.x + dx, 0, Math.max(0, bounds.width - rect.width))),
    y: Math.round(clamp(rect.y + dy, 0, Math.max(0, bounds.height - rect.height))),
  }
}

/** One axis of a rectangle whose side is pulled to a place. Pulled past the other side, the two change roles. */
function resizeAxis(start: number, length: number, side: -1 | 0 | 1, to: number, bound: number) {
  if (side === 0) return { start, length }
  const fixed = side === 1 ? start : start + length
  let end = Math.round(clamp(to, 0, bound))
  if (Math.abs(end - fixed) < smallest) end = fixed + (fixed + side * smallest > bound ? -1 : side) * smallest
  return { start: Math.min(fixed, end), length: Math.abs(end - fixed) }
}

/** The rectangle with one handle pulled to a point of the map. It never loses its area. */
export function resizeRect(rect: Rect, { dx, dy }: Handle, to: Point, bounds: Size): Rect {
  const across = resizeAxis(rect.x, rect.width, dx, to.x, bounds.width)
  const down = resizeAxis(rect.y, rect.height, dy, to.y, bounds.height)
  return { x: across.start, y: down.start, width: across.length, height: down.length }
}

/** The rectangle with its right and lower side moved, as Shift and the arrow keys do. It never turns round. */
export function stretchRect(rect: Rect, dx: number, dy: number, bounds: Size): Rect {
  return {
    ...rect,
    width: clamp(rect.width + dx, smallest, Math.max(smallest, bounds.width - rect.x)),
    height: clamp(rect.height + dy, smallest, Math.max(smallest, bounds.height - rect.y)),
  }
}

/** Whether two rectangles are the same. */
export function sameRect(a: Rect | undefined, b: Rect | undefined): boolean {
  if (!a || !b) return a === b
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

/** Whether a point lies in a rectangle, its edges included. */
export function containsPoint({ x, y, width, height }: Rect, at: Point): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height
}
