import {
  type HandleView,
  paintCross,
  paintInsertion,
  type SurfaceHandle,
  type SurfaceObject,
  type SurfacePart,
} from '../../../drawing-surface/index.ts'
import { distance, type Point } from '../../../map-engine/index.ts'
import { type LaneDrawing, type LanePart, type LaneStop, openLaneOf, stretchMiddle } from './lane-drawing.ts'

/** Look of the drawing besides lanes and stops. */
export interface LaneLook {
  /** Position of the next point. */
  readonly next: Point | undefined
  /** Position of the cross that keys move. */
  readonly cross: Point | undefined
  /** True if segments show the handle that inserts a point. */
  readonly mayInsert: boolean
  /** CSS pixels per pixel of the plan. */
  readonly scale: number
}

/** In CSS pixels. */
const size = { line: 3, under: 6, point: 4, chosen: 7, stop: 9, ring: 13 }
/** Minimum length in CSS pixels of a segment with a handle at its middle. */
const roomForInsertion = 60

const line = {
  colour: ({ link }: { readonly link: string }) => link,
  lineWidth: size.line,
  fillOpacity: 0,
}

/** Returns lanes with their points, stops with their names, and the segment that the next click would add. */
export function laneObjects(drawing: LaneDrawing, look: LaneLook): SurfaceObject[] {
  const { next, cross } = look
  const last = openLaneOf(drawing).at(-1)
  const forms = drawing.lanes.map((points) => ({ kind: 'line', points }) as const)
  return [
    // Light under dark, so that lanes are visible on every plan.
    ...forms.map((form, lane) => ({
      ...line,
      id: `backing ${lane}`,
      form,
      colour: ({ surface }: { readonly surface: string }) => surface,
      lineWidth: size.under,
      handles: [],
    })),
    // Below the points, so that a point under the pointer can be hit.
    ...(next && last ? [aheadObject(last, next)] : []),
    ...(next ? [pointObject('next', next, 'crosshair', paintPoint)] : []),
    ...forms.map((form, lane) => ({
      ...line,
      id: `lane ${lane}`,
      form,
      handles: laneHandles(drawing, lane, look),
    })),
    ...drawing.stops.map(stopObject),
    ...(cross ? [pointObject('cross', cross, 'crosshair', paintCross)] : []),
  ]
}

/** Returns the part of the drawing for a part of the surface. */
export function lanePartOf(part: SurfacePart | undefined): LanePart | undefined {
  const [object, index] = part?.object.split(' ') ?? []
  const [handle, point] = part?.handle?.split(' ') ?? []
  if (object === 'stop') return { kind: 'stop', stop: Number(index) }
  return object === 'lane' && handle === 'point'
    ? { kind: 'point', lane: Number(index), point: Number(point) }
    : undefined
}

/** Returns the handle of a part of the drawing. */
export const surfacePartOf = (part: LanePart): SurfacePart =>
  part.kind === 'stop'
    ? { object: `stop ${part.stop}`, handle: 'stop', cursor: 'move' }
    : { object: `lane ${part.lane}`, handle: `point ${part.point}`, cursor: 'move' }

/** Returns the segment of a handle. A drag from the handle inserts a point. */
export function stretchOf(
  part: SurfacePart | undefined,
): { readonly lane: number; readonly point: number } | undefined {
  const [object, lane] = part?.object.split(' ') ?? []
  const [handle, point] = part?.handle?.split(' ') ?? []
  return object === 'lane' && handle === 'stretch' ? { lane: Number(lane), point: Number(point) } : undefined
}

function laneHandles(drawing: LaneDrawing, lane: number, { mayInsert, scale }: LaneLook): SurfaceHandle[] {
  const points = drawing.lanes[lane] ?? []
  const ends = points.map(
    (at, point): SurfaceHandle => ({
      id: `point ${point}`,
      at,
      cursor: 'move',
      byKey: true,
      paint: paintPoint,
    }),
  )
  if (!mayInsert) return ends
  const insertions = points.flatMap((from, point): SurfaceHandle[] => {
    const at = stretchMiddle(drawing, lane, point)
    if (!at || distance(from, at) * 2 * scale < roomForInsertion) return []
    return [{ id: `stretch ${point}`, at, cursor: 'copy', byKey: false, paint: paintInsertion }]
  })
  return [...ends, ...insertions]
}

const stopObject = (stop: LaneStop, index: number): SurfaceObject => ({
  ...pointObject(`stop ${index}`, { x: stop.x, y: stop.y }, 'move', paintStop),
  handles: [{ id: 'stop', at: stop, cursor: 'move', byKey: true, paint: paintStop }],
  label: stop.name,
})

const aheadObject = (last: Point, next: Point): SurfaceObject => ({
  ...line,
  id: 'ahead',
  form: { kind: 'line', points: [last, next] },
  dashes: [6, 6],
  handles: [],
})

const pointObject = (
  id: string,
  at: Point,
  cursor: string,
  paint: SurfaceHandle['paint'],
): SurfaceObject => ({
  ...line,
  id,
  form: { kind: 'line', points: [at] },
  handles: [{ id, at, cursor, byKey: false, paint }],
})

function paintPoint({ ctx, at, tokens, isChosen }: HandleView): void {
  ctx.beginPath()
  ctx.arc(at.x, at.y, isChosen ? size.chosen : size.point, 0, 2 * Math.PI)
  ctx.fillStyle = isChosen ? tokens.link : tokens.surface
  ctx.fill()
  ctx.strokeStyle = isChosen ? tokens.surface : tokens.link
  ctx.lineWidth = 2
  ctx.stroke()
  if (!isChosen) return
  ctx.beginPath()
  ctx.arc(at.x, at.y, size.chosen + 3, 0, 2 * Math.PI)
  ctx.strokeStyle = tokens.link
  ctx.stroke()
}

function paintStop({ ctx, at: { x, y }, tokens, isChosen }: HandleView): void {
  const square = (half: number, radius: number): void => {
    ctx.beginPath()
    ctx.roundRect(x - half, y - half, 2 * half, 2 * half, radius)
  }
  square(size.stop, 4)
  ctx.fillStyle = isChosen ? tokens.link : tokens.text
  ctx.fill()
  ctx.strokeStyle = tokens.surface
  ctx.lineWidth = 2
  ctx.stroke()
  if (!isChosen) return
  square(size.ring, 7)
  ctx.strokeStyle = tokens.link
  ctx.stroke()
}
