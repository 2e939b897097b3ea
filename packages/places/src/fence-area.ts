import type { Coordinates } from '@wardtrack/contracts'

/** A non-rectangular area in the form in which the engine compares points: in whole thousandths of a pixel. */
export type FenceArea =
  | { kind: 'polygon'; x: Float64Array; y: Float64Array }
  | { kind: 'circle'; x: number; y: number; radius: number }

/** Positions and corners have a precision of a thousandth of a pixel. As whole numbers they compare exactly. */
const STEPS_PER_PIXEL = 1_000
/** Relative rounding error of results computed with square roots. */
const ROUNDING = 1e-9
const inSteps = (pixels: number): number => Math.round(pixels * STEPS_PER_PIXEL)

/** Returns the exact area of a fence; undefined for a rectangle, which its box describes completely. */
export function toFenceArea({ shape, points, centre, radius }: Coordinates): FenceArea | undefined {
  if (shape === 'polygon' && points)
    return {
      kind: 'polygon',
      x: Float64Array.from(points, (point) => inSteps(point.x)),
      y: Float64Array.from(points, (point) => inSteps(point.y)),
    }
  if (shape === 'circle' && centre && radius !== undefined)
    return { kind: 'circle', x: inSteps(centre.x), y: inSteps(centre.y), radius: inSteps(radius) }
  return undefined
}

/** Returns true if a point, in pixels, lies in an area; edges are inside. */
export type HoldsPoint = (x: number, y: number) => boolean

/** Creates the containment check for a fence of any shape, rectangles included. */
export function holdsPoint(coordinates: Coordinates): HoldsPoint {
  const { x: left, y: top, x2: right, y2: bottom } = coordinates
  const area = toFenceArea(coordinates)
  return (x, y) =>
    x >= left && x <= right && y >= top && y <= bottom && (area === undefined || isInArea(area, x, y))
}

/** Returns true if a point, in pixels, lies in a non-rectangular area; edges are inside. */
export function isInArea(area: FenceArea, x: number, y: number): boolean {
  const [atX, atY] = [inSteps(x), inSteps(y)]
  if (area.kind === 'polygon') return isInPolygon(area, atX, atY)
  const [fromX, fromY] = [atX - area.x, atY - area.y]
  return fromX * fromX + fromY * fromY <= area.radius * area.radius
}

/** Returns true if a ray to the right crosses an odd number of edges; a point on an edge is inside. */
function isInPolygon({ x: xs, y: ys }: FenceArea & { kind: 'polygon' }, x: number, y: number): boolean {
  let inside = false
  let [fromX, fromY] = [xs.at(-1) ?? 0, ys.at(-1) ?? 0]
  for (let index = 0; index < xs.length; index += 1) {
    const [toX, toY] = [xs[index] ?? 0, ys[index] ?? 0]
    if (fromY > y !== toY > y) {
      const side = (toX - fromX) * (y - fromY) - (x - fromX) * (toY - fromY)
      if (side === 0) return true
      if (side > 0 === toY > fromY) inside = !inside
    } else if (fromY === y || toY === y) {
      if (isOnLevelEdge(fromX, fromY, toX, toY, x, y)) return true
    }
    ;[fromX, fromY] = [toX, toY]
  }
  return inside
}

/** Returns true if a point is an end of an edge or lies on a horizontal edge; the ray does not cross these. */
function isOnLevelEdge(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  x: number,
  y: number,
): boolean {
  if (fromY === toY) return x >= Math.min(fromX, toX) && x <= Math.max(fromX, toX)
  return (x === fromX && y === fromY) || (x === toX && y === toY)
}

/**
 * Returns true if a point outside an area lies within reach of its edge.
 * @param reachX reach along the x axis, in pixels; as many metres as `reachY`
 */
export function isNearArea(area: FenceArea, x: number, y: number, reachX: number, reachY: number): boolean {
  // Coordinates are divided by the reach, so the reach is 1 in every direction.
  const [unitX, unitY] = [reachX * STEPS_PER_PIXEL, reachY * STEPS_PER_PIXEL]
  const [atX, atY] = [inSteps(x) / unitX, inSteps(y) / unitY]
  if (area.kind === 'polygon') return isNearPolygon(area, atX, atY, unitX, unitY)
  const [fromX, fromY] = [inSteps(x) - area.x, inSteps(y) - area.y]
  // The nearest point of a circle lies on the line to its centre.
  const beyond = 1 - area.radius / Math.hypot(fromX, fromY)
  return Math.hypot((fromX * beyond) / unitX, (fromY * beyond) / unitY) <= 1 + ROUNDING
}

function isNearPolygon(
  { x: xs, y: ys }: FenceArea & { kind: 'polygon' },
  x: number,
  y: number,
  unitX: number,
  unitY: number,
): boolean {
  let [fromX, fromY] = [(xs.at(-1) ?? 0) / unitX - x, (ys.at(-1) ?? 0) / unitY - y]
  for (let index = 0; index < xs.length; index += 1) {
    const [toX, toY] = [(xs[index] ?? 0) / unitX - x, (ys[index] ?? 0) / unitY - y]
    if (isEdgeWithinOne(fromX, fromY, toX, toY)) return true
    ;[fromX, fromY] = [toX, toY]
  }
  return false
}

/** Returns true if the edge between two points passes the origin at a distance of 1 or less. */
function isEdgeWithinOne(fromX: number, fromY: number, toX: number, toY: number): boolean {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const length = alongX * alongX + alongY * alongY
  const reached = -(fromX * alongX + fromY * alongY)
  if (reached <= 0) return fromX * fromX + fromY * fromY <= 1
  if (reached >= length) return toX * toX + toY * toY <= 1
  const aside = fromX * toY - fromY * toX
  return aside * aside <= length
}
