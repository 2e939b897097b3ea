import { messages } from './messages.ts'

/** A point in pixels of a map's image. */
interface Point {
  readonly x: number
  readonly y: number
}

/** Minimum area of a polygon or circle in square metres. */
export const MIN_FENCE_AREA = 1

/** Error of a polygon's corners; `corner` is the first invalid one, absent if the error concerns all of them. */
export interface PolygonFault {
  readonly corner?: number
  readonly message: string
}

/**
 * Returns the reason why corners make no valid polygon: a repeated corner, edges that cross or touch, or too small an
 * area. Free of zod, so that browser and server use the same check.
 * @param corners corners rounded to a thousandth of a pixel
 * @param perSquareMetre square pixels per square metre; undefined if unknown, so that no area is too small
 */
export function polygonFault(
  corners: readonly Point[],
  perSquareMetre: number | undefined,
): PolygonFault | undefined {
  const repeated = corners.findIndex((point, index) => isSamePoint(point, corners.at(index - 1)))
  // The first corner is compared with the last; of these two, the last is the superfluous one.
  if (repeated >= 0) return { corner: repeated || corners.length - 1, message: messages.fenceCornerRepeated }
  const crossing = findCrossing(corners.map(inSteps))
  if (crossing !== undefined) return { corner: crossing, message: messages.fenceCrossesItself }
  const isSmall = perSquareMetre !== undefined && areaOfCorners(corners) / perSquareMetre < MIN_FENCE_AREA
  return isSmall ? { message: messages.fenceTooSmall } : undefined
}

const isSamePoint = (a: Point, b: Point | undefined): boolean => a.x === b?.x && a.y === b.y

/** Converts to whole thousandths of a pixel, so that comparisons are exact. */
const inSteps = ({ x, y }: Point): Point => ({ x: Math.round(x * 1_000), y: Math.round(y * 1_000) })

type Edge = readonly [Point, Point]

/** Returns the corner where the first edge begins that meets an earlier edge outside their common corner. */
function findCrossing(corners: readonly Point[]): number | undefined {
  const edges = corners.map(
    (corner, index): Edge => [corner, corners[(index + 1) % corners.length] ?? corner],
  )
  for (const [later, edge] of edges.entries())
    for (const [earlier, previous] of edges.slice(0, later).entries()) {
      const isNext = later - earlier === 1
      const isAroundTheEnd = earlier === 0 && later === edges.length - 1
      const meets = isNext
        ? foldsBack(previous, edge)
        : isAroundTheEnd
          ? foldsBack(edge, previous)
          : doMeet(previous, edge)
      if (meets) return later
    }
  return undefined
}

/** Returns the side of an edge on which a point lies: 0 on its line. */
const sideOf = ([from, to]: Edge, { x, y }: Point): number =>
  Math.sign((to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y))

/** True if an edge goes back over the previous one. */
const foldsBack = (edge: Edge, next: Edge): boolean =>
  sideOf(edge, next[1]) === 0 &&
  (edge[1].x - edge[0].x) * (next[1].x - next[0].x) + (edge[1].y - edge[0].y) * (next[1].y - next[0].y) < 0

function doMeet(a: Edge, b: Edge): boolean {
  const [fromB, toB, fromA, toA] = [sideOf(a, b[0]), sideOf(a, b[1]), sideOf(b, a[0]), sideOf(b, a[1])]
  if (fromB * toB < 0 && fromA * toA < 0) return true
  return (
    (fromB === 0 && isBeside(a, b[0])) ||
    (toB === 0 && isBeside(a, b[1])) ||
    (fromA === 0 && isBeside(b, a[0])) ||
    (toA === 0 && isBeside(b, a[1]))
  )
}

/** True if a point on the line of an edge lies between its ends. */
const isBeside = ([from, to]: Edge, { x, y }: Point): boolean =>
  x >= Math.min(from.x, to.x) &&
  x <= Math.max(from.x, to.x) &&
  y >= Math.min(from.y, to.y) &&
  y <= Math.max(from.y, to.y)

/** Returns the area within corners, in square pixels. */
export function areaOfCorners(corners: readonly Point[]): number {
  let doubled = 0
  for (const [index, { x, y }] of corners.entries()) {
    const next = corners[(index + 1) % corners.length]
    if (next) doubled += x * next.y - next.x * y
  }
  return Math.abs(doubled) / 2
}
