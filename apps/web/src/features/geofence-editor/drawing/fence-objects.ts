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

/** Id of the geofence's object on the surface. */
export const FENCE = 'fence'

/** Look of the drawing besides its shape. */
export interface FenceLook {
  /** True if pointers draw: handles are shown, and the shape can be dragged. */
  readonly isDrawing: boolean
  readonly label: (shape: FenceShape) => string
  /** Position of the next corner of an open polygon. */
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
/** Minimum distance of two corners in CSS pixels for a handle on their edge. */
const roomForInsertion = 40

/** Returns the objects of the surface for a drawing. */
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

/** Returns a shape in the format of the surface. */
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

/**
 * Returns the handles of a drawing. @param scale CSS pixels per pixel of the plan; close corners have no handle
 * between them
 */
export function handlesOf(shape: NonNullable<FenceDrawing>, scale: number): SurfaceHandle[] {
  if (shape.kind === 'rectangle')
    return handles.map((handle, index) =>
      corner(handle.id, handlePoint(shape.rect, handle), resizeCursor(handle), index < 4),
    )
  if (shape.kind === 'circle') {
    const { centre, radius } = shape
    const box = { x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius }
    // The keyboard reaches only one of the four handles, because all have the same effect.
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
    // Below the corners, so that a corner under the pointer can be hit.
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

/** Returns the cursor for the direction in which a side can be dragged. */
function resizeCursor({ dx, dy }: Handle): string {
  if (dx === 0) return 'ns-resize'
  if (dy === 0) return 'ew-resize'
  return dx === dy ? 'nwse-resize' : 'nesw-resize'
}
