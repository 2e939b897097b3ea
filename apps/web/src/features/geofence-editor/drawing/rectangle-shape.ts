import { clamp, type Point, type Rect, type Size } from '../../../map-engine/index.ts'

/** Sides of a rectangle that a handle moves: -1 the left or upper side, 1 the right or lower side, 0 none. */
export interface Handle {
  readonly id: string
  readonly dx: -1 | 0 | 1
  readonly dy: -1 | 0 | 1
}

/** The eight handles, corners first, so that a corner is hit before a close side handle. */
export const handles: readonly Handle[] = [
  { id: 'upper-left', dx: -1, dy: -1 },
  { id: 'upper-right', dx: 1, dy: -1 },
  { id: 'lower-right', dx: 1, dy: 1 },
  { id: 'lower-left', dx: -1, dy: 1 },
  { id: 'upper', dx: 0, dy: -1 },
  { id: 'right', dx: 1, dy: 0 },
  { id: 'lower', dx: 0, dy: 1 },
  { id: 'left', dx: -1, dy: 0 },
]

/** Minimum side of a rectangle in map pixels. */
const smallest = 1

/** Returns the position of a handle on its rectangle. */
export function handlePoint({ x, y, width, height }: Rect, { dx, dy }: Pick<Handle, 'dx' | 'dy'>): Point {
  return { x: x + (width * (dx + 1)) / 2, y: y + (height * (dy + 1)) / 2 }
}

/** Returns the four corners, clockwise from the upper left one. */
export const cornersOf = (rect: Rect): Point[] =>
  handles.slice(0, 4).map((corner) => handlePoint(rect, corner))

/** Returns the nearest whole pixel inside the plan. */
export function onPlan({ x, y }: Point, bounds: Size): Point {
  return { x: Math.round(clamp(x, 0, bounds.width)), y: Math.round(clamp(y, 0, bounds.height)) }
}

/** Creates the rectangle between two opposite corners; undefined if it would have no area inside the plan. */
export function rectFromCorners(a: Point, b: Point, bounds: Size): Rect | undefined {
  const from = onPlan(a, bounds)
  const to = onPlan(b, bounds)
  const width = Math.abs(to.x - from.x)
  const height = Math.abs(to.y - from.y)
  if (width < smallest || height < smallest) return undefined
  return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width, height }
}

/** Moves a side of a rectangle along one axis. When it passes the other side, the two swap roles. */
function resizeAxis(start: number, length: number, side: -1 | 0 | 1, to: number, bound: number) {
  if (side === 0) return { start, length }
  const fixed = side === 1 ? start : start + length
  let end = Math.round(clamp(to, 0, bound))
  if (Math.abs(end - fixed) < smallest) end = fixed + (fixed + side * smallest > bound ? -1 : side) * smallest
  return { start: Math.min(fixed, end), length: Math.abs(end - fixed) }
}

/** Moves one handle of a rectangle to a point of the map. The rectangle always keeps an area. */
export function resizeRect(rect: Rect, { dx, dy }: Pick<Handle, 'dx' | 'dy'>, to: Point, bounds: Size): Rect {
  const across = resizeAxis(rect.x, rect.width, dx, to.x, bounds.width)
  const down = resizeAxis(rect.y, rect.height, dy, to.y, bounds.height)
  return { x: across.start, y: down.start, width: across.length, height: down.length }
}

/** Moves the right and lower side of a rectangle, as Shift and the arrow keys do. The rectangle never flips. */
export function stretchRect(rect: Rect, dx: number, dy: number, bounds: Size): Rect {
  return {
    ...rect,
    width: clamp(rect.width + dx, smallest, Math.max(smallest, bounds.width - rect.x)),
    height: clamp(rect.height + dy, smallest, Math.max(smallest, bounds.height - rect.y)),
  }
}
