import type { BareSpot } from './furnish.ts'
import { clamp, contains, distance, OUTWARD, onSide } from './geometry.ts'
import type { DoorLayout, RoomLayout } from './layout.types.ts'
import type { Point, Waypoint } from './plan.types.ts'

/** The walking graph of a floor in metres, and the waypoints in each room. */
export interface WalkingGraph {
  readonly waypoints: readonly Waypoint[]
  readonly lanes: readonly (readonly [number, number])[]
  readonly byRoom: ReadonlyMap<RoomLayout, readonly number[]>
  readonly spotWaypoints: ReadonlyMap<BareSpot, number>
}

interface CentreLine {
  readonly horizontal: boolean
  readonly from: Point
  readonly to: Point
}

/** Distance of a room's entry waypoint from its door. */
const ENTRY_DEPTH = 0.9

/** Returns a spine's centre line, ending half a corridor's width before its walls. */
export function centreLine(spine: RoomLayout): CentreLine {
  const horizontal = spine.w >= spine.h
  const half = Math.min(spine.w, spine.h) / 2
  const middle = { x: spine.x + spine.w / 2, y: spine.y + spine.h / 2 }
  return horizontal
    ? {
        horizontal,
        from: { x: spine.x + half, y: middle.y },
        to: { x: spine.x + spine.w - half, y: middle.y },
      }
    : {
        horizontal,
        from: { x: middle.x, y: spine.y + half },
        to: { x: middle.x, y: spine.y + spine.h - half },
      }
}

function nearestOn(line: CentreLine, point: Point): Point {
  return line.horizontal
    ? { x: clamp(point.x, line.from.x, line.to.x), y: line.from.y }
    : { x: line.from.x, y: clamp(point.y, line.from.y, line.to.y) }
}

class GraphBuilder {
  readonly waypoints: Waypoint[] = []
  readonly lanes: [number, number][] = []
  readonly byRoom = new Map<RoomLayout, number[]>()
  readonly spotWaypoints = new Map<BareSpot, number>()
  private readonly onSpine = new Map<RoomLayout, Map<string, number>>()

  add(point: Point, room: RoomLayout | undefined, name?: string): number {
    const index = this.waypoints.length
    this.waypoints.push({ x: point.x, y: point.y, ...(name ? { name } : {}) })
    if (room) this.byRoom.set(room, [...(this.byRoom.get(room) ?? []), index])
    return index
  }

  link(a: number, b: number): void {
    if (a !== b) this.lanes.push([a, b])
  }

  /** Returns the waypoint on a spine's centre line; each place has only one. */
  onCentreLine(spine: RoomLayout, point: Point): number {
    const known = this.onSpine.get(spine) ?? new Map<string, number>()
    this.onSpine.set(spine, known)
    const key = `${point.x.toFixed(2)},${point.y.toFixed(2)}`
    const index = known.get(key) ?? this.add(point, spine)
    known.set(key, index)
    return index
  }

  /** Adds the waypoint to a second spine, where two corridors cross. */
  alsoOn(spine: RoomLayout, point: Point, index: number): void {
    const known = this.onSpine.get(spine) ?? new Map<string, number>()
    this.onSpine.set(spine, known.set(`${point.x.toFixed(2)},${point.y.toFixed(2)}`, index))
    this.byRoom.set(spine, [...(this.byRoom.get(spine) ?? []), index])
  }

  joinSpines(): void {
    for (const [spine, known] of this.onSpine) {
      const { horizontal } = centreLine(spine)
      const place = (index: number) => {
        const point = this.waypoints[index]
        return point ? (horizontal ? point.x : point.y) : 0
      }
      const ordered = [...known.values()].sort((a, b) => place(a) - place(b))
      for (let i = 0; i + 1 < ordered.length; i++) this.link(ordered[i] ?? 0, ordered[i + 1] ?? 0)
    }
  }
}

function crossSpines(graph: GraphBuilder, spines: readonly RoomLayout[]): void {
  for (const flat of spines.filter((spine) => centreLine(spine).horizontal))
    for (const steep of spines.filter((spine) => !centreLine(spine).horizontal)) {
      const crossing = { x: centreLine(steep).from.x, y: centreLine(flat).from.y }
      if (!contains(flat, crossing) || !contains(steep, crossing)) continue
      graph.alsoOn(steep, crossing, graph.onCentreLine(flat, crossing))
    }
}

/** Joins one side of a door to a spine's centre line, or to an entry waypoint inside a room. */
function joinDoor(graph: GraphBuilder, doorway: number, at: Point, room: RoomLayout, inward: Point): number {
  if (room.spine) {
    const onLine = graph.onCentreLine(room, nearestOn(centreLine(room), at))
    graph.link(doorway, onLine)
    return onLine
  }
  const depth = Math.min(ENTRY_DEPTH, Math.min(room.w, room.h) / 2)
  const entry = graph.add({ x: at.x + inward.x * depth, y: at.y + inward.y * depth }, room)
  graph.link(doorway, entry)
  return entry
}

function addDoor(
  graph: GraphBuilder,
  rooms: readonly RoomLayout[],
  room: RoomLayout,
  door: DoorLayout,
): number {
  const at = onSide(room, door.side, door.at)
  const out = OUTWARD[door.side]
  const name = door.style === 'exit' ? `Exit ${room.name}` : undefined
  const doorway = graph.add(at, undefined, name)
  const beyond = { x: at.x + out.x * 0.3, y: at.y + out.y * 0.3 }
  const neighbours = rooms.filter((candidate) => candidate !== room && contains(candidate, beyond))
  const neighbour = neighbours.find(({ spine }) => spine) ?? neighbours[0]
  if (neighbour && door.style !== 'exit') joinDoor(graph, doorway, at, neighbour, out)
  return joinDoor(graph, doorway, at, room, { x: -out.x, y: -out.y })
}

function addSpots(
  graph: GraphBuilder,
  room: RoomLayout,
  entries: readonly number[],
  spots: readonly BareSpot[],
): void {
  for (const spot of spots) {
    const index = graph.add(spot, room, room.fit === 'lift' ? room.name : undefined)
    graph.spotWaypoints.set(spot, index)
    if (room.spine) graph.link(index, graph.onCentreLine(room, nearestOn(centreLine(room), spot)))
    const nearest = [...entries].sort((a, b) => {
      const [pa, pb] = [graph.waypoints[a], graph.waypoints[b]]
      return pa && pb ? distance(pa, spot) - distance(pb, spot) : 0
    })[0]
    if (!room.spine && nearest !== undefined) graph.link(nearest, index)
  }
}

/**
 * Builds the lanes: along the centre lines of corridors, at right angles to each door, and from a door's inside
 * straight to the room's spots. Rooms are convex and doors are gaps, so no lane crosses a wall.
 */
export function buildLanes(
  rooms: readonly RoomLayout[],
  spotsOf: (room: RoomLayout) => readonly BareSpot[],
): WalkingGraph {
  const graph = new GraphBuilder()
  crossSpines(
    graph,
    rooms.filter((room) => room.spine),
  )
  for (const room of rooms) {
    const entries = room.doors.map((door) => addDoor(graph, rooms, room, door))
    for (let i = 0; i + 1 < entries.length; i++)
      if (!room.spine) graph.link(entries[i] ?? 0, entries[i + 1] ?? 0)
    addSpots(graph, room, entries, spotsOf(room))
  }
  graph.joinSpines()
  return graph
}
