import type { BuildingNetwork, PlacedPoint } from './building-network.ts'
import { distanceBetween } from './segment-geometry.ts'
import type { ShortestPaths } from './shortest-paths.ts'
import type { ConnectionKind, MapPoint, Point, RouteLeg } from './walking-routes.types.ts'

/** Minimum deviation in metres from a straight line that makes a point a corner. */
const STRAIGHT_METRES = 1e-6

/** Precision of route points: a thousandth of a pixel. */
const STEPS_PER_PIXEL = 1_000

/** The ends of a route, and the nodes between them. */
type FoundRoute = {
  readonly from: MapPoint
  readonly to: MapPoint
  readonly start: PlacedPoint
  readonly target: PlacedPoint
  readonly paths: ShortestPaths
  readonly lastNode: number | undefined
}

/** Returns a leg of one straight line. */
export const straightLeg = (from: MapPoint, to: MapPoint): RouteLeg => ({
  mapId: from.mapId,
  points: [pointOf(from), pointOf(to)],
})

const pointOf = ({ x, y }: MapPoint): Point => ({ x, y })

/** Returns the legs of a route over nodes of the network. */
export function routeLegs(network: BuildingNetwork, found: FoundRoute): RouteLeg[] {
  const { from, to, start, target, paths, lastNode } = found
  const legs: { map: PlacedPoint['map']; points: Point[]; via?: ConnectionKind }[] = [
    { map: start.map, points: [start.point, start.attachment.point] },
  ]
  let before: number | undefined
  for (const node of nodesTo(paths, lastNode)) {
    const { map, point } = network.nodeAt(node)
    const via = before === undefined ? undefined : network.connectionBetween(before, node)
    if (via) legs.push({ map, points: [point], via })
    else legs.at(-1)?.points.push(point)
    before = node
  }
  legs.at(-1)?.points.push(target.attachment.point, target.point)
  return legs.map(({ map, points, via }, index) => {
    const corners = cornersOf(points).map((point) => toPixels(point, map.metresPerPixel))
    // The ends keep their exact requested position.
    if (index === 0) corners[0] = pointOf(from)
    if (index === legs.length - 1) corners[corners.length - 1] = pointOf(to)
    return { mapId: map.mapId, points: corners, ...(via ? { via } : {}) }
  })
}

function nodesTo(paths: ShortestPaths, lastNode: number | undefined): number[] {
  const nodes: number[] = []
  for (let node = lastNode ?? -1; node !== -1; node = paths.previous[node] as number) nodes.push(node)
  return nodes.reverse()
}

/** Removes points on the line between their neighbours. */
function cornersOf(points: readonly Point[]): Point[] {
  const corners: Point[] = []
  for (const point of points) {
    const [last, beforeLast] = [corners.at(-1), corners.at(-2)]
    if (last && distanceBetween(last, point) < STRAIGHT_METRES) continue
    if (last && beforeLast && isBetween(last, beforeLast, point)) corners.pop()
    corners.push(point)
  }
  return corners
}

const isBetween = (point: Point, a: Point, b: Point): boolean =>
  distanceBetween(a, point) + distanceBetween(point, b) - distanceBetween(a, b) < STRAIGHT_METRES

const toPixels = ({ x, y }: Point, scale: Point): Point => ({
  x: Math.round((x / scale.x) * STEPS_PER_PIXEL) / STEPS_PER_PIXEL,
  y: Math.round((y / scale.y) * STEPS_PER_PIXEL) / STEPS_PER_PIXEL,
})
