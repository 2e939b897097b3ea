import {
  type BuildingNetwork,
  createBuildingNetwork,
  type PlacedPoint,
  toMetres,
} from './building-network.ts'
import { distanceBetween } from './segment-geometry.ts'
import type { Seed, ShortestPaths } from './shortest-paths.ts'
import type {
  ConnectionKind,
  MapPoint,
  Point,
  RouteLeg,
  WalkingDistance,
  WalkingGraphInput,
  WalkingRoute,
} from './walking-routes.types.ts'

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
const straightLeg = (from: MapPoint, to: MapPoint): RouteLeg => ({
  mapId: from.mapId,
  points: [pointOf(from), pointOf(to)],
})

const pointOf = ({ x, y }: MapPoint): Point => ({ x, y })

/** Returns the legs of a route over nodes of the network. */
function routeLegs(network: BuildingNetwork, found: FoundRoute): RouteLeg[] {
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

/** Computes walking distances and routes in a building. */
export type WalkingGraph = {
  /**
   * Computes the distances from one point to many others with one search.
   * @returns function that returns the distance of a target; undefined if no path is known, or a map has no size
   */
  distancesFrom(from: MapPoint): (to: MapPoint) => WalkingDistance | undefined
  /** Returns the straight-line distance in metres between two points of one map; undefined if the map has no size. */
  straightMetres(from: MapPoint, to: MapPoint): number | undefined
  /**
   * Returns the shortest route.
   * @param maxMetres maximum length of the route
   */
  route(from: MapPoint, to: MapPoint, maxMetres?: number): WalkingRoute | undefined
}

/**
 * Creates the graph of a building. Lanes are joined where they cross, or where an end of one is within
 * `JOIN_TOLERANCE_METRES` of the other. A point beside the lanes is connected straight to the nearest point of a lane
 * on its map. Two points of one map are connected by a straight line if the map has no lanes, or if its lanes do not
 * connect the points. The straight line also replaces a route if it is shorter than the two paths to the lanes.
 */
export function createWalkingGraph(input: WalkingGraphInput): WalkingGraph {
  const network = createBuildingNetwork(input)
  return {
    distancesFrom: (from) => {
      const start = network.place(from)
      if (!start) return () => undefined
      const paths = network.graph.shortestPaths(start.attachment.ends)
      return (to) => {
        const target = network.place(to)
        return target && chooseWay(network, start, target, paths)?.distance
      }
    },
    straightMetres: (from, to) => {
      const scale = from.mapId === to.mapId ? network.metresPerPixel(from.mapId) : undefined
      return scale && distanceBetween(toMetres(from, scale), toMetres(to, scale))
    },
    route: (from, to, maxMetres = Infinity) => findRoute(network, from, to, maxMetres),
  }
}

function findRoute(
  network: BuildingNetwork,
  from: MapPoint,
  to: MapPoint,
  maxMetres: number,
): WalkingRoute | undefined {
  const [start, target] = [network.place(from), network.place(to)]
  if (!start || !target) return undefined
  const targets = target.attachment.ends.map(({ node }) => node)
  const paths = network.graph.searchWithin(start.attachment.ends, { maxMetres, targets })
  const way = chooseWay(network, start, target, paths)
  if (!way || way.distance.metres > maxMetres) return undefined
  const legs =
    way.kind === 'straight'
      ? [straightLeg(from, to)]
      : routeLegs(network, { from, to, start, target, paths, lastNode: way.lastNode })
  return { ...way.distance, legs }
}

type Way = { readonly distance: WalkingDistance } & (
  | { readonly kind: 'straight' }
  /** `lastNode` is absent if the route passes no node, because both points are on the same piece of a lane. */
  | { readonly kind: 'network'; readonly lastNode: number | undefined }
)

/** Returns the path on the network, or the straight line if that applies. */
function chooseWay(
  { graph }: BuildingNetwork,
  start: PlacedPoint,
  target: PlacedPoint,
  paths: ShortestPaths,
): Way | undefined {
  const way = networkWay(start, target, paths)
  if (start.map !== target.map) return way
  const line = distanceBetween(start.point, target.point)
  const offLanes = start.attachment.distance + target.attachment.distance
  const [first, last] = [start.attachment.ends[0], target.attachment.ends[0]]
  const isJoinedByLanes =
    start.map.network.hasLanes && first && last && graph.areConnected(first.node, last.node)
  if (isJoinedByLanes && line >= offLanes) return way
  return { kind: 'straight', distance: { metres: line, alongLanes: false } }
}

function networkWay(start: PlacedPoint, target: PlacedPoint, paths: ShortestPaths): Way | undefined {
  const [first, last] = [start.attachment.piece, target.attachment.piece]
  const isSamePiece = start.map === target.map && first && last && first.index === last.index
  let metres = isSamePiece
    ? start.attachment.distance + Math.abs(first.along - last.along) + target.attachment.distance
    : Infinity
  let lastEnd: Seed | undefined
  for (const end of target.attachment.ends) {
    const total = (paths.metres[end.node] as number) + end.metres
    if (total >= metres) continue
    metres = total
    lastEnd = end
  }
  if (metres === Infinity) return undefined
  const isStraight =
    lastEnd !== undefined && (lastEnd.isStraight === true || paths.straight[lastEnd.node] === 1)
  return { kind: 'network', lastNode: lastEnd?.node, distance: { metres, alongLanes: !isStraight } }
}
