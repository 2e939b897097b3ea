import {
  paintCorner,
  paintInsertion,
  type SurfaceHandle,
  type SurfaceObject,
} from '../../../drawing-surface/index.ts'
import { distance, type Point } from '../../../map-engine/index.ts'
import type { FenceDrawing, FenceShape } from './fence-shape.ts'
import { edgeMiddle } from './polygon-shape.ts'
import { type Handle, handlePoint, handles, cornersOf as rectangleCorners } from './rectangle-shape.ts'

/** The object of the surface that a fence is. */
export const FENCE = 'fence'

/** What is drawn beside the shape itself. */
export interface FenceLook {
  /** Pointers draw: handles are shown, and the shape can be taken hold of. */
  readonly isDrawing: boolean
  readonly label: (shape: FenceShape) => string
  /** Where the next corner of an open polygon would stand. */
  readonly nextCorner: Point | undefined
  /** CSS pixels per pixel of the plan. */
  readonly scale: number
}

const line = {
  id: FENCE,
  colour: ({ fence }: { readonly fence: string }) => fence,
  lineWidth: 3,
  fillOpacity: 0.1,
}
/** Between corners that stand closer than this, in CSS pixels, there is no room for the handle of the edge. */
const roomForInsertion = 40

/** A drawing as objects of the surface. */
export function fenceObjects(drawing: FenceDrawing, look: FenceLook): SurfaceObject[] {
  if (drawing?.kind === 'open') return openObjects(drawing.points, look)
  if (!drawing) return look.nextCorner ? [cursorObject(look.nextCorner)] : []
  const label = look.label(drawing)
  return [
    {
      ...line,
      form: formOf(drawing),
      handles: look.isDrawing ? handlesOf(drawing, look.scale) : [],
      ...(look.isDrawing ? { cursor: 'move' } : {}),
      ...(label === '' ? {} : { label }),
    },
  ]
}

/** A shape as the surface draws it. */
export function formOf(shape: FenceShape): SurfaceObject['form'] {
  if (shape.kind === 'circle') return shape
  return { kind: 'area', points: shape.kind === 'polygon' ? shape.points : rectangleCorners(shape.rect) }
}

const corner = (id: string, at: Point, cursor: string, byKey = true): SurfaceHandle => ({
  id,
  at,
  cursor,
  byKey,
  paint: paintCorner,
})

/** The handles of a drawing. @param scale CSS pixels per pixel of the plan: between close corners none inserts another */
export function handlesOf(shape: NonNullable<FenceDrawing>, scale: number): SurfaceHandle[] {
  if (shape.kind === 'rectangle')
    return handles.map((handle, index) =>
      corner(handle.id, handlePoint(shape.rect, handle), resizeCursor(handle), index < 4),
    )
  if (shape.kind === 'circle') {
    const { centre, radius } = shape
    const box = { x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius }
    // One of the four is enough for the keyboard: they all do the same.
    return handles
      .slice(4)
      .map((handle) =>
        corner(handle.id, handlePoint(box, handle), resizeCursor(handle), handle.id === 'right'),
      )
  }
  const corners = cornersOf(shape.points)
  return shape.kind === 'open' ? corners : [...corners, ...insertionsOf(shape.points, scale)]
}

const cornersOf = (points: readonly Point[]): SurfaceHandle[] =>
  points.map((at, index) => corner(`corner ${index}`, at, 'move'))

function insertionsOf(points: readonly Point[], scale: number): SurfaceHandle[] {
  return points.flatMap((at, index): SurfaceHandle[] => {
    const middle = edgeMiddle(points, index)
    if (distance(at, middle) * 2 * scale < roomForInsertion) return []
    return [{ id: `edge ${index}`, at: middle, cursor: 'copy', byKey: false, paint: paintInsertion }]
  })
}

function openObjects(points: readonly Point[], { nextCorner, isDrawing }: FenceLook): SurfaceObject[] {
  const [first] = points
  const last = points.at(-1)
  const ahead = nextCorner && last && first ? [last, nextCorner, first] : []
  return [
    // Below the corners: one of them under the pointer is what is meant.
    ...(nextCorner ? [cursorObject(nextCorner)] : []),
    {
      ...line,
      id: 'ahead',
      form: { kind: 'area', points: ahead },
      dashes: [6, 5],
      lineWidth: 2,
      handles: [],
    },
    { ...line, fillOpacity: 0, form: { kind: 'line', points }, handles: isDrawing ? cornersOf(points) : [] },
  ]
}

const cursorObject = (at: Point): SurfaceObject => ({
  ...line,
  id: 'next',
  fillOpacity: 0,
  form: { kind: 'line', points: [at] },
  handles: [{ id: 'next', at, cursor: 'crosshair', byKey: false, paint: paintInsertion }],
})

/** The cursor that says which way a side can be pulled. */
function resizeCursor({ dx, dy }: Handle): string {
  if (dx === 0) return 'ns-resize'
  if (dy === 0) return 'ew-resize'
  return dx === dy ? 'nwse-resize' : 'nesw-resize'
}
