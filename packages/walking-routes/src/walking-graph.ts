import {
  type BuildingNetwork,
  createBuildingNetwork,
  type PlacedPoint,
  toMetres,
} from './building-network.ts'
import { routeLegs, straightLeg } from './route-legs.ts'
import { distanceBetween } from './segment-geometry.ts'
import type { Seed, ShortestPaths } from './shortest-paths.ts'
import type { MapPoint, WalkingDistance, WalkingGraphInput, WalkingRoute } from './walking-routes.types.ts'

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
