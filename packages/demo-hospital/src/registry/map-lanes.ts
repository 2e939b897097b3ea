import { distance } from '../plans/geometry.ts'
import type { BuildingPlan, FloorPlan, Point, WalkableLevel } from '../plans/plan.types.ts'

interface LaneStop extends Point {
  readonly kind: 'lift' | 'stairs' | 'passage'
  readonly name: string
}

/** The lanes of one map with the stops of its connections, in pixels. */
export interface RegistryMapLanes {
  readonly mapId: string
  readonly lanes: readonly { readonly points: readonly Point[] }[]
  readonly stops: readonly LaneStop[]
}

/** Ends of the covered bridge between the towers of the demo, by the names of their waypoints. */
const BRIDGE = { name: 'Bridge', ends: new Set(['Exit South corridor', 'Exit Main corridor']) }

/**
 * Returns the lanes of the demo hospital's floors. Lifts and stairs connect the floors of a building, the bridge its
 * towers.
 */
export function hospitalLanes(plans: readonly FloorPlan[]): RegistryMapLanes[] {
  const maps = plans.flatMap((plan) =>
    plan.levels.map((level) => {
      const stops = [...liftStops(level, plan.building), ...bridgeStops(level)]
      for (const { purpose, waypoints } of level.rooms) {
        const entry = level.waypoints[waypoints[0] ?? -1]
        if (purpose === 'stairs' && entry)
          stops.push({ kind: 'stairs', name: `${plan.building} stairs`, x: entry.x, y: entry.y })
      }
      return { mapId: plan.mapId, lanes: laneLines(level), stops }
    }),
  )
  return withoutLoneStops(maps)
}

/** Returns the lanes of any other building; cabins with the same name are one lift. */
export const buildingLanes = (
  plan: BuildingPlan,
  building: string,
  mapIdOf: (level: WalkableLevel) => string,
): RegistryMapLanes[] =>
  withoutLoneStops(
    plan.levels.map((level) => ({
      mapId: mapIdOf(level),
      lanes: laneLines(level),
      stops: liftStops(level, building),
    })),
  )

const liftStops = ({ waypoints }: WalkableLevel, building: string): LaneStop[] =>
  waypoints.flatMap(({ name, x, y }) =>
    name?.startsWith('Lift ') ? [{ kind: 'lift', name: `${building} ${name}`, x, y }] : [],
  )

/** Returns the stop of the bridge: the first exit of a corridor, because some corridors have two. */
const bridgeStops = ({ waypoints }: WalkableLevel): LaneStop[] =>
  waypoints
    .filter(({ name }) => name !== undefined && BRIDGE.ends.has(name))
    .slice(0, 1)
    .map(({ x, y }) => ({ kind: 'passage', name: BRIDGE.name, x, y }))

/** Removes stops without a counterpart of the same name on another map. Each map has a name only once. */
function withoutLoneStops(maps: readonly RegistryMapLanes[]): RegistryMapLanes[] {
  const counts = new Map<string, number>()
  const unique = maps.map((map) => ({
    ...map,
    stops: [...new Map(map.stops.map((stop) => [`${stop.kind} ${stop.name}`, stop])).values()],
  }))
  for (const { stops } of unique)
    for (const { kind, name } of stops)
      counts.set(`${kind} ${name}`, (counts.get(`${kind} ${name}`) ?? 0) + 1)
  return unique.map((map) => ({
    ...map,
    stops: map.stops.filter(({ kind, name }) => (counts.get(`${kind} ${name}`) ?? 0) > 1),
  }))
}

/**
 * Returns the lanes of a level as few long lines. Consecutive pieces are joined if they are straight or have no
 * branch. A lane that ends on another lane is joined to it at that point.
 */
export function laneLines({ waypoints, lanes }: WalkableLevel): { points: Point[] }[] {
  const neighbours = waypoints.map(() => new Set<number>())
  for (const [a, b] of lanes) {
    neighbours[a]?.add(b)
    neighbours[b]?.add(a)
  }
  const remaining = new Set(lanes.filter(([a, b]) => a !== b).map(([a, b]) => keyOf(a, b)))
  const isStraight = (...nodes: readonly [number, number, number]): boolean => {
    const [a, b, c] = nodes.map((node) => waypoints[node])
    return a !== undefined && b !== undefined && c !== undefined && turnsLittle(a, b, c)
  }
  const follow = (line: number[]): number[] => {
    for (;;) {
      const [before = 0, end = 0] = line.slice(-2)
      const onward = [...(neighbours[end] ?? [])].filter((node) => remaining.has(keyOf(end, node)))
      const next =
        onward.find((node) => isStraight(before, end, node)) ??
        (neighbours[end]?.size === 2 ? onward[0] : undefined)
      if (next === undefined) return line
      remaining.delete(keyOf(end, next))
      line.push(next)
    }
  }
  return lanes.flatMap(([a, b]) => {
    if (!remaining.delete(keyOf(a, b))) return []
    const line = follow(follow([a, b]).reverse())
    return [{ points: cornersOf(line.flatMap((node) => waypoints[node] ?? [])) }]
  })
}

const cornersOf = (points: readonly Point[]): Point[] =>
  points
    .filter((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      return !before || !after || !turnsLittle(before, point, after)
    })
    .map(({ x, y }) => ({ x, y }))

/** True if a path continues almost straight. Coordinates are rounded, so no corridor is exactly straight. */
function turnsLittle(a: Point, b: Point, c: Point): boolean {
  const lengths = distance(a, b) * distance(b, c)
  return (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) > lengths * 0.9999
}

const keyOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
