import { nearestOnLine } from '../../../drawing-surface/index.ts'
import { distance, midpoint, type Point } from '../../../map-engine/index.ts'

/** Entrance of a lift, stairs or a passage. */
export interface LaneStop extends Point {
  readonly kind: 'lift' | 'stairs' | 'passage'
  readonly name: string
}

/** Lanes and stops of a plan, in whole pixels. */
export interface LaneDrawing {
  readonly lanes: readonly (readonly Point[])[]
  readonly stops: readonly LaneStop[]
  /** Index of the lane that the next point extends; undefined while none is being drawn. */
  readonly open: number | undefined
}

/** A point of a lane, or a stop, by its index in the drawing. */
export type LanePart =
  | { readonly kind: 'point'; readonly lane: number; readonly point: number }
  | { readonly kind: 'stop'; readonly stop: number }

export const emptyLaneDrawing: LaneDrawing = { lanes: [], stops: [], open: undefined }

export const samePlace = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y

/** Returns the position of a part; undefined if it does not exist. */
export const placeOf = ({ lanes, stops }: LaneDrawing, part: LanePart): Point | undefined =>
  part.kind === 'stop' ? stops[part.stop] : lanes[part.lane]?.[part.point]

/** Returns all parts that can be chosen: stops first, because they are drawn on top. */
export const partsOf = ({ lanes, stops }: LaneDrawing): LanePart[] => [
  ...stops.map((_, stop): LanePart => ({ kind: 'stop', stop })),
  ...lanes.flatMap((points, lane) => points.map((_, point): LanePart => ({ kind: 'point', lane, point }))),
]

/** Returns the points of the lane being drawn. */
export const openLaneOf = ({ lanes, open }: LaneDrawing): readonly Point[] =>
  open === undefined ? [] : (lanes[open] ?? [])

/** Adds a point to the lane being drawn, or starts a lane. */
export function addPoint(drawing: LaneDrawing, at: Point): LaneDrawing {
  const open = drawing.open ?? drawing.lanes.length
  return { ...withLane(drawing, open, [...openLaneOf(drawing), at]), open }
}

/** Inserts a point into a lane, after another point. */
export function insertPoint(drawing: LaneDrawing, lane: number, behind: number, at: Point): LaneDrawing {
  const points = drawing.lanes[lane] ?? []
  return withLane(drawing, lane, [...points.slice(0, behind + 1), at, ...points.slice(behind + 1)])
}

/** Returns the middle of the segment that begins at a point of a lane; undefined if there is none. */
export function stretchMiddle({ lanes }: LaneDrawing, lane: number, point: number): Point | undefined {
  const [from, to] = [lanes[lane]?.[point], lanes[lane]?.[point + 1]]
  return from && to && midpoint(from, to)
}

/** Moves a part, and all parts at the same position, so that lanes that meet there stay connected. */
export function movePart(drawing: LaneDrawing, part: LanePart, to: Point): LaneDrawing {
  const from = placeOf(drawing, part)
  if (!from) return drawing
  const moved = <P extends Point>(point: P): P =>
    samePlace(point, from) ? { ...point, x: to.x, y: to.y } : point
  const lanes = drawing.lanes.map((points) => points.map(moved))
  return { ...drawing, lanes, stops: drawing.stops.map(moved) }
}

/** Removes a stop or a point of a lane; a lane with one point left is removed too. */
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

/** Returns the drawing for saving, without lanes of a single point. */
export const withoutLonePoints = (drawing: LaneDrawing): LaneDrawing =>
  drawing.lanes.every((points) => points.length > 1)
    ? drawing
    : { ...drawing, lanes: drawing.lanes.filter((points) => points.length > 1) }

const withLane = (drawing: LaneDrawing, lane: number, points: readonly Point[]): LaneDrawing => ({
  ...drawing,
  lanes: [...drawing.lanes.slice(0, lane), points, ...drawing.lanes.slice(lane + 1)],
})

/**
 * Snaps a point to a near point of a lane or a stop, else to the nearest place on a lane.
 * @param except part being moved, which does not snap to itself
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
