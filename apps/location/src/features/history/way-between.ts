import type { TrailPosition } from '@wardtrack/contracts'
import type { WalkingGraphs } from '@wardtrack/places'

/**
 * Maximum ratio of a route along lanes to the straight line. A longer route was hardly taken: the asset was carried
 * through a room, or lanes are missing.
 */
const MAX_DETOUR = 2

/** Minimum distance in metres that counts as movement; shorter ones are noise of the positions. */
const SHORTEST_WAY_METRES = 2

/** Adds to each position of a trail the corners of the route along lanes that leads to it, if there is one. */
export const withWays = (
  positions: readonly TrailPosition[],
  { graph, hasLanes }: WalkingGraphs,
): TrailPosition[] =>
  positions.map((position, index) => {
    const [from, to] = [pointOf(positions[index - 1]), pointOf(position)]
    if (!from || !to || from.mapId !== to.mapId || !hasLanes(to.mapId)) return position
    const metres = graph.straightMetres(from, to) ?? 0
    if (metres < SHORTEST_WAY_METRES) return position
    const route = graph.route(from, to, metres * MAX_DETOUR)
    const way = route?.alongLanes && route.legs.length === 1 ? route.legs[0]?.points.slice(1, -1) : undefined
    return way && way.length > 0 ? { ...position, way: [...way] } : position
  })

const pointOf = (position: TrailPosition | undefined) =>
  position && position.mapId !== null && position.x !== null && position.y !== null
    ? { mapId: position.mapId, x: position.x, y: position.y }
    : undefined
