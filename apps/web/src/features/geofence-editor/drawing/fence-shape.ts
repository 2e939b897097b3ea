import type { Coordinates, DrawnArea } from '@wardtrack/contracts'
import {
  clamp,
  containsPoint,
  distance,
  isInOutline,
  midpoint,
  type Point,
  type Rect,
  type Size,
} from '../../../map-engine/index.ts'
import { insertCorner, moveCorner } from './polygon-shape.ts'
import { cornersOf, handlePoint, handles, onPlan, rectFromCorners, resizeRect } from './rectangle-shape.ts'

/** Shape of a geofence, in pixels of the plan. */
export type FenceShape =
  | { readonly kind: 'rectangle'; readonly rect: Rect }
  | { readonly kind: 'polygon'; readonly points: readonly Point[] }
  | { readonly kind: 'circle'; readonly centre: Point; readonly radius: number }

export type ShapeKind = FenceShape['kind']

/** Drawing of a geofence: a shape, or the corners of a polygon that is not closed yet. */
export type FenceDrawing =
  | FenceShape
  | { readonly kind: 'open'; readonly points: readonly Point[] }
  | undefined

/** Returns the shape of a drawing; undefined while there is none. */
export const shapeOf = (drawing: FenceDrawing): FenceShape | undefined =>
  drawing?.kind === 'open' ? undefined : drawing

/** Returns the shape of a stored area. */
export function shapeOfArea({ shape, points, centre, radius, x, y, w, h }: Coordinates): FenceShape {
  if (shape === 'polygon' && points) return { kind: 'polygon', points }
  if (shape === 'circle' && centre && radius !== undefined) return { kind: 'circle', centre, radius }
  return { kind: 'rectangle', rect: { x, y, width: w, height: h } }
}

/** Returns a shape in the format of the calls. */
export function areaOfShape(shape: FenceShape): DrawnArea {
  if (shape.kind === 'polygon')
    return { shape: 'polygon', points: shape.points.map(({ x, y }) => ({ x, y })) }
  if (shape.kind === 'circle') return { shape: 'circle', centre: { ...shape.centre }, radius: shape.radius }
  const { x, y, width, height } = shape.rect
  return { x, y, w: width, h: height, x2: x + width, y2: y + height }
}

/** Returns the bounding rectangle of a shape. */
export function boxOf(shape: FenceShape): Rect {
  if (shape.kind === 'rectangle') return shape.rect
  if (shape.kind === 'circle') {
    const { centre, radius } = shape
    return { x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius }
  }
  const xs = shape.points.map(({ x }) => x)
  const ys = shape.points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Limits a shift in whole pixels to the available room; `+ 0` turns a negative zero into zero. */
const shiftWithin = (shift: number, start: number, length: number, bound: number): number =>
  clamp(
    Math.round(shift),
    Math.ceil(-start),
    Math.max(Math.ceil(-start), Math.floor(bound - start - length)),
  ) + 0

/** Shifts a shape by whole pixels as far as the plan allows; its size stays. */
export function moveShape(shape: FenceShape, dx: number, dy: number, bounds: Size): FenceShape {
  const box = boxOf(shape)
  const across = shiftWithin(dx, box.x, box.width, bounds.width)
  const down = shiftWithin(dy, box.y, box.height, bounds.height)
  const shifted = ({ x, y }: Point): Point => ({ x: x + across, y: y + down })
  if (shape.kind === 'rectangle')
    return { kind: 'rectangle', rect: { ...shape.rect, ...shifted(shape.rect) } }
  if (shape.kind === 'circle') return { ...shape, centre: shifted(shape.centre) }
  return { kind: 'polygon', points: shape.points.map(shifted) }
}

/** Moves the upper left corner of a shape's bounding rectangle to a point, as far as the plan allows. */
export function movedTo(shape: FenceShape, to: Point, bounds: Size): FenceShape {
  const box = boxOf(shape)
  return moveShape(shape, to.x - box.x, to.y - box.y, bounds)
}

/** Resizes a rectangle from its upper left corner, as far as the plan allows. */
export function resizedTo(
  { rect }: Extract<FenceShape, { kind: 'rectangle' }>,
  { width, height }: Size,
  bounds: Size,
): FenceShape {
  const corner = { x: rect.x + Math.max(1, width), y: rect.y + Math.max(1, height) }
  return { kind: 'rectangle', rect: resizeRect(rect, { dx: 1, dy: 1 }, corner, bounds) }
}

/** Creates a circle around a point of the plan, as far as the plan allows; undefined without an area. */
export function circleAround(centre: Point, radius: number, bounds: Size): FenceShape | undefined {
  const at = onPlan(centre, bounds)
  const room = Math.min(at.x, at.y, bounds.width - at.x, bounds.height - at.y)
  const whole = Math.min(Math.round(radius), Math.floor(room))
  return whole < 1 ? undefined : { kind: 'circle', centre: at, radius: whole }
}

/** Creates the rectangle between two opposite corners; undefined if it would have no area inside the plan. */
export function rectangleBetween(a: Point, b: Point, bounds: Size): FenceShape | undefined {
  const rect = rectFromCorners(a, b, bounds)
  return rect && { kind: 'rectangle', rect }
}

/** Creates a shape of any kind that fills the rectangle between two points of the plan. */
export function shapeBetween(kind: ShapeKind, a: Point, b: Point, bounds: Size): FenceShape | undefined {
  const rect = rectFromCorners(a, b, bounds)
  if (!rect || kind === 'rectangle') return rect && { kind: 'rectangle', rect }
  if (kind === 'circle') return circleAround(midpoint(a, b), Math.min(rect.width, rect.height) / 2, bounds)
  return { kind: 'polygon', points: cornersOf(rect) }
}

/** Moves one handle of a shape to another point. */
export function pullHandle(
  shape: NonNullable<FenceDrawing>,
  handle: string,
  to: Point,
  bounds: Size,
): FenceDrawing {
  if (shape.kind === 'rectangle') {
    const side = handles.find(({ id }) => id === handle)
    return side ? { kind: 'rectangle', rect: resizeRect(shape.rect, side, to, bounds) } : shape
  }
  if (shape.kind === 'circle') return circleAround(shape.centre, distance(shape.centre, to), bounds) ?? shape
  const [part, index] = handle.split(' ')
  const change = part === 'edge' ? insertCorner : moveCorner
  return { kind: shape.kind, points: change(shape.points, Number(index), onPlan(to, bounds)) }
}

/** Returns the points of a shape for snapping: its corners, or those of a circle's bounding rectangle. */
export function cornersOfShape(shape: FenceShape): readonly Point[] {
  if (shape.kind === 'rectangle') return cornersOf(shape.rect)
  if (shape.kind === 'polygon') return shape.points
  const box = boxOf(shape)
  return handles.slice(4).map((handle) => handlePoint(box, handle))
}

/** Checks that a shape contains a point. */
export function coversPoint(shape: FenceShape, point: Point): boolean {
  return containsPoint(boxOf(shape), point) && (shape.kind === 'rectangle' || isInOutline(shape, point))
}

/** True if two drawings are equal. */
export const isSameDrawing = (a: FenceDrawing, b: FenceDrawing): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)
