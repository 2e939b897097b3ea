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

/** What is drawn beside the lanes and stops themselves. */
export interface LaneLook {
  /** Where the next point would stand. */
  readonly next: Point | undefined
  /** The cross that keys carry. */
  readonly cross: Point | undefined
  /** Stretches show the handle that puts a point into them. */
  readonly mayInsert: boolean
  /** CSS pixels per pixel of the plan. */
  readonly scale: number
}

/** CSS pixels. */
const size = { line: 3, under: 6, point: 4, chosen: 7, stop: 9, ring: 13 }
/** Stretches that are shorter have no room for the handle between their ends, in CSS pixels. */
const roomForInsertion = 60

const line = {
  colour: ({ link }: { readonly link: string }) => link,
  lineWidth: size.line,
  fillOpacity: 0,
}

/** Lanes with their points, stops with their names, and the piece that the next click would add. */
export function laneObjects(drawing: LaneDrawing, look: LaneLook): SurfaceObject[] {
  const { next, cross } = look
  const last = openLaneOf(drawing).at(-1)
  const forms = drawing.lanes.map((points) => ({ kind: 'line', points }) as const)
  return [
    // Light under dark, so that they are seen on every plan.
    ...forms.map((form, lane) => ({
      ...line,
      id: `backing ${lane}`,
      form,
      colour: ({ surface }: { readonly surface: string }) => surface,
      lineWidth: size.under,
      handles: [],
    })),
    // Below the points: one of them under the pointer is what is meant.
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

/** The part of the drawing that a part of the surface is. */
export function lanePartOf(part: SurfacePart | undefined): LanePart | undefined {
  const [object, index] = part?.object.split(' ') ?? []
  const [handle, point] = part?.handle?.split(' ') ?? []
  if (object === 'stop') return { kind: 'stop', stop: Number(index) }
  return object === 'lane' && handle === 'point'
    ? { kind: 'point', lane: Number(index), point: Number(point) }
    : undefined
}

/** The handle of a part of the drawing. */
export const surfacePartOf = (part: LanePart): SurfacePart =>
  part.kind === 'stop'
    ? { object: `stop ${part.stop}`, handle: 'stop', cursor: 'move' }
    : { object: `lane ${part.lane}`, handle: `point ${part.point}`, cursor: 'move' }

/** The stretch of a lane whose handle this is: a drag from there puts a point into it. */
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
