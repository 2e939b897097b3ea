import { clamp } from '../plans/geometry.ts'
import type { PlanRoom, SpotUse } from '../plans/plan.types.ts'
import type { Random } from '../random.ts'
import type { PlaceGraph } from './place-graph.ts'
import type { Whereabouts } from './walk.ts'

/** A place where something can rest, known to the whole hospital. */
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

/** Metres between a thing at rest and the nearest wall. */
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
  const across = Math.min(inset, room.w / 2)
  const down = Math.min(inset, room.h / 2)
  return {
    x: clamp(x, room.x + across, room.x + room.w - across),
    y: clamp(y, room.y + down, room.y + room.h - down),
  }
}

/** All resting places with how many things stand on each, and the choosing among them. */
export class SpotBoard {
  readonly spots: readonly RestSpot[]
  private readonly taken: Int32Array
  private readonly graph: PlaceGraph
  private readonly random: Random
  private readonly groups = new Map<string, RestSpot[]>()

  constructor(graph: PlaceGraph, random: Random) {
    this.graph = graph
    this.random = random
    this.spots = allSpots(graph)
    this.taken = new Int32Array(this.spots.length)
  }

  /** Spots that a rule picks out; the list is made once per name. */
  group(name: string, rule: (spot: RestSpot) => boolean): readonly RestSpot[] {
    const known = this.groups.get(name)
    if (known) return known
    const made = this.spots.filter(rule)
    this.groups.set(name, made)
    return made
  }

  /** A free spot of the group if a few tries find one, else the least crowded of those tried. */
  choose(group: readonly RestSpot[]): RestSpot | undefined {
    let best: RestSpot | undefined
    for (let attempt = 0; attempt < 6 && group.length > 0; attempt++) {
      const spot = this.random.pick(group)
      if (!best || this.crowd(spot) < this.crowd(best)) best = spot
      if (this.crowd(best) === 0) break
    }
    return best
  }

  crowd(spot: RestSpot): number {
    return this.taken[spot.index] ?? 0
  }

  /** Takes a place on a spot and says where exactly the newcomer comes to stand. */
  occupy(spot: RestSpot): Whereabouts {
    const crowd = this.crowd(spot)
    this.taken[spot.index] = crowd + 1
    const metresPerPixel = this.graph.floors[spot.floor]?.metresPerPixel ?? 1
    const scatter = (SCATTER_METRES * (1 + crowd)) / metresPerPixel
    const x = spot.x + this.random.bell() * scatter
    const y = spot.y + this.random.bell() * scatter
    return { floor: spot.floor, ...keepInside(spot.room, x, y, WALL_DISTANCE / metresPerPixel) }
  }

  release(spot: RestSpot): void {
    this.taken[spot.index] = Math.max(0, this.crowd(spot) - 1)
  }
}
