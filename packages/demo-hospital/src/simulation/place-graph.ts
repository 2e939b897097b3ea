import { contains } from '../plans/geometry.ts'
import type { BuildingPlan, FloorPlan, PlanRoom, WalkableLevel } from '../plans/plan.types.ts'
import { type FloorProviders, floorProviders } from '../registry/provider-places.ts'

/** One floor's map, as on the server. Positions are pixels of its image. */
export interface FloorMap {
  readonly mapId: string
  /** The floor's internal hierarchy, for places outside rooms. */
  readonly hierarchyId: string
  readonly metresPerPixel: number
  readonly width: number
  readonly height: number
  readonly building: string
  readonly level: WalkableLevel
  readonly rooms: readonly PlanRoom[]
  /** Places of locating systems, if the server knows their mappings. */
  readonly providers?: FloorProviders
}

export interface GraphNode {
  readonly x: number
  readonly y: number
  /** Index of its floor. */
  readonly floor: number
  readonly name?: string
}

export interface GraphEdge {
  readonly to: number
  /** Metres on foot; 0 for a ride. */
  readonly metres: number
  /** Seconds in a lift or across a bridge; 0 on foot. */
  readonly rideSeconds: number
}

export interface PlaceGraph {
  readonly floors: readonly FloorMap[]
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly (readonly GraphEdge[])[]
  /** Returns the node of a floor's waypoint. */
  nodeAt(floor: number, waypoint: number): number
}

const LIFT_SECONDS_PER_FLOOR = 9
const LIFT_SECONDS_WAITING = 12
const BRIDGE_SECONDS = 30

/** @param providers true if the server knows the places and monitors of the locating systems */
export function floorOf(plan: FloorPlan, providers = false): FloorMap {
  const level = plan.levels[0]
  if (!level) throw new Error(`Plan ${plan.mapId} has no level`)
  return {
    mapId: plan.mapId,
    hierarchyId: plan.mapId,
    metresPerPixel: plan.metresPerPixel,
    width: plan.imageWidth,
    height: plan.imageHeight,
    building: plan.building,
    level,
    rooms: level.rooms,
    ...(providers ? { providers: floorProviders(plan) } : {}),
  }
}

/** Returns the levels of any other building, which has lanes but no rooms. */
export function floorsOfBuilding(plan: BuildingPlan, slugName: string): FloorMap[] {
  return plan.levels.map((level) => {
    const mapId = `${slugName}-${level.name.toLowerCase()}`
    return {
      mapId,
      hierarchyId: mapId,
      metresPerPixel: plan.metresPerPixel,
      width: plan.imageWidth,
      height: plan.imageHeight,
      building: slugName,
      level,
      rooms: [],
    }
  })
}

class Builder {
  readonly nodes: GraphNode[] = []
  readonly edges: GraphEdge[][] = []
  readonly offsets: number[] = []

  addFloor(map: FloorMap, floor: number): void {
    const offset = this.nodes.length
    this.offsets.push(offset)
    for (const { x, y, name } of map.level.waypoints) {
      this.nodes.push({ x, y, floor, ...(name ? { name } : {}) })
      this.edges.push([])
    }
    for (const [a, b] of map.level.lanes) this.connect(offset + a, offset + b, map.metresPerPixel)
  }

  private connect(a: number, b: number, metresPerPixel: number): void {
    const [from, to] = [this.nodes[a], this.nodes[b]]
    if (!from || !to || a === b) return
    const metres = Math.hypot(from.x - to.x, from.y - to.y) * metresPerPixel
    // A plan may contain the same lane twice; the second is ignored.
    if (this.edges[a]?.some((edge) => edge.to === b)) return
    this.edges[a]?.push({ to: b, metres, rideSeconds: 0 })
    this.edges[b]?.push({ to: a, metres, rideSeconds: 0 })
  }

  ride(a: number, b: number, seconds: number): void {
    this.edges[a]?.push({ to: b, metres: 0, rideSeconds: seconds })
    this.edges[b]?.push({ to: a, metres: 0, rideSeconds: seconds })
  }
}

/** Connects lift cabins of one building with the same name as one shaft. */
function addLifts(builder: Builder, floors: readonly FloorMap[]): void {
  const cabins = new Map<string, number[]>()
  builder.nodes.forEach((node, index) => {
    if (!node.name?.startsWith('Lift ')) return
    const key = `${floors[node.floor]?.building} ${node.name}`
    cabins.set(key, [...(cabins.get(key) ?? []), index])
  })
  for (const shaft of cabins.values())
    for (let i = 0; i < shaft.length; i++)
      for (let j = i + 1; j < shaft.length; j++)
        builder.ride(shaft[i] ?? 0, shaft[j] ?? 0, LIFT_SECONDS_WAITING + (j - i) * LIFT_SECONDS_PER_FLOOR)
}

/** Adds the covered bridge between the towers of the demo, between the corridor ends that face each other. */
function addBridge(builder: Builder): void {
  const end = (name: string) => builder.nodes.findIndex((node) => node.name === name)
  const [towerA, towerB] = [end('Exit South corridor'), end('Exit Main corridor')]
  if (towerA >= 0 && towerB >= 0) builder.ride(towerA, towerB, BRIDGE_SECONDS)
}

export function buildGraph(floors: readonly FloorMap[]): PlaceGraph {
  const builder = new Builder()
  floors.forEach((map, floor) => {
    builder.addFloor(map, floor)
  })
  addLifts(builder, floors)
  addBridge(builder)
  return {
    floors,
    nodes: builder.nodes,
    edges: builder.edges,
    nodeAt: (floor, waypoint) => (builder.offsets[floor] ?? 0) + waypoint,
  }
}

/** Returns the room at a position, or undefined if the plan has none. */
export function roomAt(map: FloorMap, x: number, y: number): PlanRoom | undefined {
  return map.rooms.find((room) => contains(room, { x, y }))
}
