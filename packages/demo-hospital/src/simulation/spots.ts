import { clamp } from '../plans/geometry.ts'
import type { PlanRoom, SpotUse } from '../plans/plan.types.ts'
import type { Random } from '../random.ts'
import type { PlaceGraph } from './place-graph.ts'
import type { FloorPosition } from './walk.ts'

/** A spot where an asset can rest, with its floor. */
export interface RestSpot {
  readonly index: number
  readonly node: number
  readonly floor: number
  readonly x: number
  readonly y: number
  readonly use: SpotUse
  readonly room: PlanRoom
  readonly bed?: number
}

/** Minimum distance in metres between a resting asset and a wall. */
const WALL_DISTANCE = 0.35
const SCATTER_METRES = 0.14

function allSpots(graph: PlaceGraph): RestSpot[] {
  const spots: RestSpot[] = []
  graph.floors.forEach((map, floor) => {
    for (const room of map.rooms)
      for (const { x, y, use, bed, waypoint } of room.spots)
        spots.push({
          index: spots.length,
          node: graph.nodeAt(floor, waypoint),
          floor,
          x,
          y,
          use,
          room,
          ...(bed === undefined ? {} : { bed }),
        })
  })
  return spots
}

/** Keeps a position inside its room, clear of the walls. Pixels; `inset` in pixels too. */
export function keepInside(room: PlanRoom, x: number, y: number, inset: number): { x: number; y: number } {
  const insetX = Math.min(inset, room.w / 2)
  const insetY = Math.min(inset, room.h / 2)
  return {
    x: clamp(x, room.x + insetX, room.x + room.w - insetX),
    y: clamp(y, room.y + insetY, room.y + room.h - insetY),
  }
}

/** All spots with the number of assets at each, and the choice among them. */
export class SpotBoard {
  readonly spots: readonly RestSpot[]
  private readonly occupants: Int32Array
  private readonly graph: PlaceGraph
  private readonly random: Random
  private readonly groups = new Map<string, RestSpot[]>()

  constructor(graph: PlaceGraph, random: Random) {
    this.graph = graph
    this.random = random
    this.spots = allSpots(graph)
    this.occupants = new Int32Array(this.spots.length)
  }

  /** Returns the spots that match a rule; the list is computed once per name. */
  group(name: string, rule: (spot: RestSpot) => boolean): readonly RestSpot[] {
    const known = this.groups.get(name)
    if (known) return known
    const matching = this.spots.filter(rule)
    this.groups.set(name, matching)
    return matching
  }

  /** Returns a free spot of the group if a few attempts find one, else the least crowded of those tried. */
  choose(group: readonly RestSpot[]): RestSpot | undefined {
    let best: RestSpot | undefined
    for (let attempt = 0; attempt < 6 && group.length > 0; attempt++) {
      const spot = this.random.pick(group)
      if (!best || this.occupantsOf(spot) < this.occupantsOf(best)) best = spot
      if (this.occupantsOf(best) === 0) break
    }
    return best
  }

  occupantsOf(spot: RestSpot): number {
    return this.occupants[spot.index] ?? 0
  }

  /** Occupies a spot and returns the exact position there. */
  occupy(spot: RestSpot): FloorPosition {
    const crowd = this.occupantsOf(spot)
    this.occupants[spot.index] = crowd + 1
    const metresPerPixel = this.graph.floors[spot.floor]?.metresPerPixel ?? 1
    const scatter = (SCATTER_METRES * (1 + crowd)) / metresPerPixel
    const x = spot.x + this.random.bell() * scatter
    const y = spot.y + this.random.bell() * scatter
    return { floor: spot.floor, ...keepInside(spot.room, x, y, WALL_DISTANCE / metresPerPixel) }
  }

  release(spot: RestSpot): void {
    this.occupants[spot.index] = Math.max(0, this.occupantsOf(spot) - 1)
  }
}
