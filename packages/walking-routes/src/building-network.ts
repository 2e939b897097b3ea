import { type Attachment, createLaneNetwork, createStraightNetwork, type MapNetwork } from './map-network.ts'
import { createGraph, type Edge, type Graph } from './shortest-paths.ts'
import { connectionMetres } from './walking-costs.ts'
import type {
  Connection,
  ConnectionKind,
  Lane,
  MapPoint,
  Point,
  WalkingGraphInput,
  WalkingMap,
} from './walking-routes.types.ts'

/** A point of a known map, in metres. */
export type PlacedPoint = { readonly map: NetworkMap; readonly point: Point; readonly attachment: Attachment }

/** A map with its network and the numbers of its nodes among those of all maps. */
type NetworkMap = {
  readonly mapId: string
  readonly metresPerPixel: Point
  readonly network: MapNetwork
  readonly firstNode: number
}

/** All maps in one graph. */
export type BuildingNetwork = {
  readonly graph: Graph
  /** Returns a point of a map in the graph; undefined for a map that is unknown or has no size. */
  place(point: MapPoint): PlacedPoint | undefined
  /** Returns the scale of a map; undefined if unknown. */
  metresPerPixel(mapId: string): Point | undefined
  /** Returns the map of a node, and the node's point in metres. */
  nodeAt(node: number): { map: NetworkMap; point: Point }
  /** Returns the kind of connection between two nodes; undefined for a lane. */
  connectionBetween(from: number, to: number): ConnectionKind | undefined
}

/** Joins the networks of all maps by their connections. */
export function createBuildingNetwork({ maps, connections }: WalkingGraphInput): BuildingNetwork {
  const networkMaps = createNetworkMaps(maps, connections)
  const byId = new Map(networkMaps.map((map) => [map.mapId, map]))
  const { edges, cheapest } = connectionEdges(byId, connections)
  for (const { network, firstNode } of networkMaps)
    for (const edge of network.edges)
      edges.push({ ...edge, from: edge.from + firstNode, to: edge.to + firstNode })
  const nodeMaps = networkMaps.flatMap((map) => map.network.points.map((point) => ({ map, point })))
  return {
    graph: createGraph(nodeMaps.length, edges),
    place: ({ mapId, x, y }) => {
      const map = byId.get(mapId)
      if (!map) return undefined
      const point = toMetres({ x, y }, map.metresPerPixel)
      const attachment = map.network.attach(point)
      const ends = attachment.ends.map((end) => ({ ...end, node: end.node + map.firstNode }))
      return { map, point, attachment: { ...attachment, ends } }
    },
    metresPerPixel: (mapId) => byId.get(mapId)?.metresPerPixel,
    nodeAt: (node) => nodeMaps[node] as { map: NetworkMap; point: Point },
    connectionBetween: (from, to) => cheapest.get(`${from} ${to}`)?.kind,
  }
}

export const toMetres = ({ x, y }: Point, scale: Point): Point => ({ x: x * scale.x, y: y * scale.y })

const hasLength = ({ points: [first, ...points] }: Lane): boolean =>
  points.some(({ x, y }) => x !== first?.x || y !== first.y)

function createNetworkMaps(maps: readonly WalkingMap[], connections: readonly Connection[]): NetworkMap[] {
  const stops = connections.flatMap((connection) => connection.stops)
  let firstNode = 0
  return maps.flatMap(({ mapId, metresPerPixel, lanes }) => {
    if (!metresPerPixel) return []
    const metres = (point: Point): Point => toMetres(point, metresPerPixel)
    const stopPoints = stops.filter((stop) => stop.mapId === mapId).map(metres)
    const drawn = lanes.filter(hasLength)
    const network =
      drawn.length > 0
        ? createLaneNetwork(
            drawn.map(({ points }) => ({ points: points.map(metres) })),
            stopPoints,
          )
        : createStraightNetwork(stopPoints)
    const map = { mapId, metresPerPixel, network, firstNode }
    firstNode += network.points.length
    return [map]
  })
}

/**
 * Returns the edges between any two stops of a connection. Each costs the entry only once, because stops in between
 * cause no wait.
 */
function connectionEdges(maps: ReadonlyMap<string, NetworkMap>, connections: readonly Connection[]) {
  const edges: Edge[] = []
  const cheapest = new Map<string, { kind: ConnectionKind; metres: number }>()
  const passed = new Map<string, number>()
  for (const { kind, stops } of connections) {
    const nodes = stops.map(({ mapId }) => {
      const map = maps.get(mapId)
      if (!map) return undefined
      const position = passed.get(mapId) ?? 0
      passed.set(mapId, position + 1)
      return map.firstNode + (map.network.stopNodes[position] as number)
    })
    nodes.forEach((from, first) => {
      nodes.slice(0, first).forEach((to, second) => {
        if (from === undefined || to === undefined) return
        const metres = connectionMetres(kind, first - second)
        edges.push({ from, to, metres })
        // If a lift and stairs have the same stops, the cheaper one is used.
        if ((cheapest.get(`${from} ${to}`)?.metres ?? Infinity) <= metres) return
        cheapest.set(`${from} ${to}`, { kind, metres }).set(`${to} ${from}`, { kind, metres })
      })
    })
  }
  return { edges, cheapest }
}
