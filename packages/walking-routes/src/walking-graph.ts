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

/** Tells how far it is on foot in a building, and which way. */
export type WalkingGraph = {
  /**
   * The distances from one point to many others: the network is searched once.
   * @returns of a target, its distance; undefined where no way is known, or the size of a map is not
   */
  distancesFrom(from: MapPoint): (to: MapPoint) => WalkingDistance | undefined
  /** Metres of the straight line between two points of one map; undefined where that says nothing. */
  straightMetres(from: MapPoint, to: MapPoint): number | undefined
  /**
   * The shortest way.
   * @param maxMetres what is longer is not looked for
   */
  route(from: MapPoint, to: MapPoint, maxMetres?: number): WalkingRoute | undefined
}

/**
 * Creates the graph of a building. Lanes that cross are joined, and those of which an end comes within
 * `JOIN_TOLERANCE_METRES` of the other. A point beside the lanes is reached straight from the nearest point of a lane
 * of its map. The straight line between two points of a map counts where the map has no lanes, where its lanes do not
 * lead from one to the other, and where it is shorter than what both have to walk to their lanes.
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
  /** `lastNode` is absent where no node is passed: both reach the same piece of a lane. */
  | { readonly kind: 'network'; readonly lastNode: number | undefined }
)

/** The way on the network, or the straight line where that counts. */
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
