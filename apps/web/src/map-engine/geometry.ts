/** A point. The name of the variable tells its space: map pixels or screen pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** An axis-parallel rectangle: `x`, `y` is its upper left corner. */
export interface Rect extends Point, Size {}

/** Free space at each side, in CSS pixels. */
export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export const noInsets: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/** Checks that a point lies in a rectangle, edges included. */
export function containsPoint({ x, y, width, height }: Rect, at: Point): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
