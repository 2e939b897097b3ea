import { nearestOnLine } from '../../../drawing-surface/index.ts'
import { distance, midpoint, type Point } from '../../../map-engine/index.ts'

/** Where a lift, stairs or a passage is entered. */
export interface LaneStop extends Point {
  readonly kind: 'lift' | 'stairs' | 'passage'
  readonly name: string
}

/** What is walked on a plan, in whole pixels: lines along corridors, and stops. */
export interface LaneDrawing {
  readonly lanes: readonly (readonly Point[])[]
  readonly stops: readonly LaneStop[]
  /** The lane that the next point goes on with, by its place; undefined while none is being drawn. */
  readonly open: number | undefined
}

/** A point of a lane, or a stop, by its place in the drawing. */
export type LanePart =
  | { readonly kind: 'point'; readonly lane: number; readonly point: number }
  | { readonly kind: 'stop'; readonly stop: number }

export const emptyLaneDrawing: LaneDrawing = { lanes: [], stops: [], open: undefined }

export const samePlace = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y

/** Where a part stands; undefined when it is not there. */
export const placeOf = ({ lanes, stops }: LaneDrawing, part: LanePart): Point | undefined =>
  part.kind === 'stop' ? stops[part.stop] : lanes[part.lane]?.[part.point]

/** All parts that can be chosen: stops first, as they are drawn above. */
export const partsOf = ({ lanes, stops }: LaneDrawing): LanePart[] => [
  ...stops.map((_, stop): LanePart => ({ kind: 'stop', stop })),
  ...lanes.flatMap((points, lane) => points.map((_, point): LanePart => ({ kind: 'point', lane, point }))),
]

/** The points of the lane that is being drawn. */
export const openLaneOf = ({ lanes, open }: LaneDrawing): readonly Point[] =>
  open === undefined ? [] : (lanes[open] ?? [])

/** Goes on with the lane that is being drawn, or begins one. */
export function addPoint(drawing: LaneDrawing, at: Point): LaneDrawing {
  const open = drawing.open ?? drawing.lanes.length
  return { ...withLane(drawing, open, [...openLaneOf(drawing), at]), open }
}

/** Puts a point into a lane, behind another one. */
export function insertPoint(drawing: LaneDrawing, lane: number, behind: number, at: Point): LaneDrawing {
  const points = drawing.lanes[lane] ?? []
  return withLane(drawing, lane, [...points.slice(0, behind + 1), at, ...points.slice(behind + 1)])
}

/** The middle of the stretch of a lane that begins at a point; undefined where none does. */
export function stretchMiddle({ lanes }: LaneDrawing, lane: number, point: number): Point | undefined {
  const [from, to] = [lanes[lane]?.[point], lanes[lane]?.[point + 1]]
  return from && to && midpoint(from, to)
}

/** Moves a part, and with it all that stands at the same place: lanes that meet there go on meeting. */
export function movePart(drawing: LaneDrawing, part: LanePart, to: Point): LaneDrawing {
  const from = placeOf(drawing, part)
  if (!from) return drawing
  const moved = <P extends Point>(point: P): P =>
    samePlace(point, from) ? { ...point, x: to.x, y: to.y } : point
  const lanes = drawing.lanes.map((points) => points.map(moved))
  return { ...drawing, lanes, stops: drawing.stops.map(moved) }
}

/** Takes a stop or a point of a lane away; a lane of one point is none. */
export function removePart(drawing: LaneDrawing, part: LanePart): LaneDrawing {
  if (part.kind === 'stop')
    return { ...drawing, stops: drawing.stops.filter((_, index) => index !== part.stop) }
  const points = (drawing.lanes[part.lane] ?? []).filter((_, index) => index !== part.point)
  return withoutLonePoints(withLane(drawing, part.lane, points))
}

export const removeLane = (drawing: LaneDrawing, lane: number): LaneDrawing => ({
  ...drawing,
  lanes: drawing.lanes.filter((_, index) => index !== lane),
})

/** The drawing as it can be saved: a lane that was begun and not gone on with is none. */
export const withoutLonePoints = (drawing: LaneDrawing): LaneDrawing =>
  drawing.lanes.every((points) => points.length > 1)
    ? drawing
    : { ...drawing, lanes: drawing.lanes.filter((points) => points.length > 1) }

const withLane = (drawing: LaneDrawing, lane: number, points: readonly Point[]): LaneDrawing => ({
  ...drawing,
  lanes: [...drawing.lanes.slice(0, lane), points, ...drawing.lanes.slice(lane + 1)],
})

/**
 * The place of the drawing that a point near it means: a point of a lane or a stop, else the nearest place on a lane.
 * @param except what is being moved, and does not hold itself
 */
export function snapToLanes(drawing: LaneDrawing, at: Point, radius: number, except?: Point): Point {
  const isOther = (point: Point): boolean => !except || !samePlace(point, except)
  const points = [...drawing.lanes.flat(), ...drawing.stops].filter(isOther)
  const nearestPoint = nearest(points, at, radius)
  if (nearestPoint) return { x: nearestPoint.x, y: nearestPoint.y }
  const onLanes = drawing.lanes.flatMap((line) =>
    line.slice(1).flatMap((end, index) => {
      const start = line[index]
      const found = start && isOther(start) && isOther(end) ? nearestOnLine([start, end], at) : undefined
      return found ? [{ x: Math.round(found.at.x), y: Math.round(found.at.y) }] : []
    }),
  )
  return nearest(onLanes, at, radius) ?? at
}

function nearest(points: readonly Point[], at: Point, radius: number): Point | undefined {
  let found: Point | undefined
  let least = radius
  for (const point of points)
    if (distance(point, at) <= least) {
      found = point
      least = distance(point, at)
    }
  return found
}
