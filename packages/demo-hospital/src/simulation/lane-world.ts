import { type Random, seededRandom } from '../random.ts'
import type { RegistryAsset } from '../registry/registry.types.ts'
import { advanceDevice, newDevice } from './device-state.ts'
import type { PlaceGraph } from './place-graph.ts'
import { findRoute } from './route.ts'
import { Walk } from './walk.ts'
import type { TrackedAsset, World } from './world.types.ts'

interface Wanderer {
  readonly tracked: TrackedAsset
  /** Waypoint of the asset, or the start of its current walk. */
  node: number
  walk: Walk | undefined
  restLeft: number
  readonly speed: number
}

/** Returns groups of waypoints that can reach each other, largest group first; isolated waypoints are left out. */
function reachable(graph: PlaceGraph): number[][] {
  const visited = new Set<number>()
  const groups: number[][] = []
  graph.nodes.forEach((_, start) => {
    if (visited.has(start)) return
    const group: number[] = []
    const open = [start]
    visited.add(start)
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      group.push(node)
      for (const edge of graph.edges[node] ?? [])
        if (!visited.has(edge.to)) {
          visited.add(edge.to)
          open.push(edge.to)
        }
    }
    if (group.length > 1) groups.push(group)
  })
  return groups.sort((a, b) => b.length - a.length)
}

/** A building of which only lanes are known: every asset walks from waypoint to waypoint and rests there. */
export class LaneWorld implements World {
  readonly graph: PlaceGraph
  readonly tracked: readonly TrackedAsset[]
  private readonly random: Random
  private readonly wanderers: readonly Wanderer[]
  private readonly groupOf = new Map<number, readonly number[]>()

  constructor(graph: PlaceGraph, assets: readonly RegistryAsset[], seed: number) {
    this.graph = graph
    this.random = seededRandom(seed)
    const groups = reachable(graph)
    for (const group of groups) for (const node of group) this.groupOf.set(node, group)
    const all = groups.flat()
    if (all.length === 0) throw new Error('The plan has no lanes to walk on')
    this.wanderers = assets.map((asset) => this.newWanderer(asset, this.random.pick(all)))
    this.tracked = this.wanderers.map((wanderer) => wanderer.tracked)
  }

  private newWanderer(asset: RegistryAsset, node: number): Wanderer {
    const place = this.graph.nodes[node]
    if (!place) throw new Error(`No waypoint ${node}`)
    const equipment = asset.AssetType === 'Equipment'
    const tracked: TrackedAsset = {
      asset,
      position: { floor: place.floor, x: place.x, y: place.y },
      moving: false,
      linked: false,
      plugged: true,
      connectionChanged: false,
      ...(equipment
        ? { device: newDevice(asset.PrimaryCategory, { linked: false, plugged: false }, this.random) }
        : {}),
    }
    const speed = equipment ? 0.9 : 1.2
    return { tracked, node, walk: undefined, restLeft: this.random.between(0, 60), speed }
  }

  advance(seconds: number): void {
    for (const wanderer of this.wanderers) this.advanceWanderer(wanderer, seconds)
    for (const tracked of this.tracked)
      if (tracked.device && advanceDevice(tracked.device, seconds, tracked, this.random))
        tracked.connectionChanged = true
  }

  private advanceWanderer(wanderer: Wanderer, seconds: number): void {
    if (!wanderer.walk) {
      wanderer.restLeft -= seconds
      if (wanderer.restLeft <= 0) this.startNextWalk(wanderer)
      return
    }
    wanderer.walk.advance(seconds)
    wanderer.tracked.position = wanderer.walk.position()
    if (!wanderer.walk.finished) return
    wanderer.node = wanderer.walk.destination
    wanderer.walk = undefined
    wanderer.tracked.moving = false
    wanderer.restLeft = this.random.between(10, 120)
  }

  private startNextWalk(wanderer: Wanderer): void {
    const target = this.random.pick(this.groupOf.get(wanderer.node) ?? [wanderer.node])
    const route = findRoute(this.graph, wanderer.node, target)
    wanderer.restLeft = this.random.between(10, 60)
    if (!route || route.length < 2) return
    wanderer.walk = new Walk(this.graph, route, wanderer.speed * this.random.between(0.85, 1))
    wanderer.tracked.moving = true
  }
}
