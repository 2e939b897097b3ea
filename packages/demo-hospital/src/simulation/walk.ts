import type { PlaceGraph } from './place-graph.ts'

/** A place on a floor's map, in its pixels. */
export interface FloorPosition {
  readonly floor: number
  readonly x: number
  readonly y: number
}

interface Leg {
  readonly from: number
  readonly to: number
  readonly metres: number
  readonly rideSeconds: number
}

function legsOf(graph: PlaceGraph, nodes: readonly number[]): Leg[] {
  return nodes.slice(1).map((to, index) => {
    const from = nodes[index] ?? to
    const edge = graph.edges[from]?.find((candidate) => candidate.to === to)
    if (!edge) throw new Error(`No lane between waypoints ${from} and ${to}`)
    return { from, to, metres: edge.metres, rideSeconds: edge.rideSeconds }
  })
}

/** A walk along a route of lanes, at a steady speed in metres per second. */
export class Walk {
  private readonly legs: readonly Leg[]
  private readonly graph: PlaceGraph
  private readonly end: number
  private readonly speed: number
  private current = 0
  private covered = 0
  private ridden = 0

  constructor(graph: PlaceGraph, nodes: readonly number[], speed: number) {
    this.graph = graph
    this.legs = legsOf(graph, nodes)
    this.end = nodes.at(-1) ?? 0
    this.speed = speed
  }

  get finished(): boolean {
    return this.current >= this.legs.length
  }

  /** The node at which the walk ends. */
  get destination(): number {
    return this.end
  }

  advance(seconds: number): void {
    let secondsLeft = seconds
    while (secondsLeft > 0) {
      const leg = this.legs[this.current]
      if (!leg) return
      secondsLeft = leg.rideSeconds > 0 ? this.ride(leg, secondsLeft) : this.step(leg, secondsLeft)
    }
  }

  private ride(leg: Leg, seconds: number): number {
    const needed = leg.rideSeconds - this.ridden
    if (seconds < needed) {
      this.ridden += seconds
      return 0
    }
    this.next()
    return seconds - needed
  }

  private step(leg: Leg, seconds: number): number {
    const needed = (leg.metres - this.covered) / this.speed
    if (seconds < needed) {
      this.covered += seconds * this.speed
      return 0
    }
    this.next()
    return seconds - needed
  }

  private next(): void {
    this.current++
    this.covered = 0
    this.ridden = 0
  }

  /** Returns the position of the walker, or of an asset `metresBehind` the walker, always on the lane. */
  position(metresBehind = 0): FloorPosition {
    const leg = this.legs[this.current]
    const from = this.graph.nodes[leg?.from ?? this.end]
    if (!from) throw new Error('A walk needs a route within its graph')
    const to = leg ? this.graph.nodes[leg.to] : undefined
    // In a lift or on the bridge, the tag is last seen at the near end, then at the far end.
    if (!leg || !to || leg.rideSeconds > 0 || leg.metres === 0)
      return { floor: from.floor, x: from.x, y: from.y }
    const share = Math.max(0, this.covered - metresBehind) / leg.metres
    return { floor: from.floor, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  }
}
