import type { Point, Rect, Side } from './plan.types.ts'

export type Segment = readonly [number, number, number, number]

/** Distance below which walls count as touching, in any unit. */
const EPSILON = 1e-6

export function contains(rect: Rect, point: Point, inset = 0): boolean {
  return (
    point.x >= rect.x + inset - EPSILON &&
    point.x <= rect.x + rect.w - inset + EPSILON &&
    point.y >= rect.y + inset - EPSILON &&
    point.y <= rect.y + rect.h - inset + EPSILON
  )
}

/** True if the two rectangles share area, not only an edge. */
export function overlaps(a: Rect, b: Rect): boolean {
  return (
    a.x < b.x + b.w - EPSILON &&
    b.x < a.x + a.w - EPSILON &&
    a.y < b.y + b.h - EPSILON &&
    b.y < a.y + a.h - EPSILON
  )
}

/** Returns the smallest rectangle around the given ones. */
export function bounds(rects: readonly Rect[]): Rect {
  const left = Math.min(...rects.map(({ x }) => x))
  const top = Math.min(...rects.map(({ y }) => y))
  const right = Math.max(...rects.map(({ x, w }) => x + w))
  const bottom = Math.max(...rects.map(({ y, h }) => y + h))
  return { x: left, y: top, w: right - left, h: bottom - top }
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Returns the point on one side of a rectangle, `at` from that side's left or upper end. */
export function onSide(rect: Rect, side: Side, at: number): Point {
  switch (side) {
    case 'n':
      return { x: rect.x + at, y: rect.y }
    case 's':
      return { x: rect.x + at, y: rect.y + rect.h }
    case 'w':
      return { x: rect.x, y: rect.y + at }
    case 'e':
      return { x: rect.x + rect.w, y: rect.y + at }
  }
}

/** One step out of a rectangle through each side. */
export const OUTWARD: Readonly<Record<Side, Point>> = {
  n: { x: 0, y: -1 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
  e: { x: 1, y: 0 },
}

function orientation(a: Point, b: Point, c: Point): number {
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  return Math.abs(area) < EPSILON ? 0 : Math.sign(area)
}

/** True if the inner parts of two segments cross; touching at an end does not count. */
export function crosses(a: Segment, b: Segment): boolean {
  const [p, q] = [
    { x: a[0], y: a[1] },
    { x: a[2], y: a[3] },
  ]
  const [r, s] = [
    { x: b[0], y: b[1] },
    { x: b[2], y: b[3] },
  ]
  return orientation(p, q, r) * orientation(p, q, s) < 0 && orientation(r, s, p) * orientation(r, s, q) < 0
}

/** Returns the distance from a point to a segment. */
export function distanceToSegment(point: Point, segment: Segment): number {
  const [x1, y1, x2, y2] = segment
  const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2
  const along =
    lengthSquared === 0
      ? 0
      : clamp(((point.x - x1) * (x2 - x1) + (point.y - y1) * (y2 - y1)) / lengthSquared, 0, 1)
  return Math.hypot(point.x - x1 - along * (x2 - x1), point.y - y1 - along * (y2 - y1))
}
