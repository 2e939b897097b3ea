import type { Camera } from './camera.ts'
import { Clusterer } from './clusterer.ts'
import type { Point } from './geometry.ts'
import { GridIndex } from './grid-index.ts'
import { type ClusterTone, type MarkerLook, markerSize } from './marker.ts'
import type { MarkerStore, MovingMarker } from './marker-store.ts'

/** Several markers drawn as one. `x`, `y`: middle of its members' places, in map pixels. */
export interface Cluster extends Point {
  readonly id: string
  readonly members: readonly MovingMarker[]
  /** Yellow as its members are; `ink` for a cluster that holds nothing yellow. */
  readonly tone: ClusterTone
}

/** Something on the plan that can be hovered, reached by key and activated. */
export type Target =
  | { readonly kind: 'marker'; readonly id: string }
  | { readonly kind: 'cluster'; readonly id: string; readonly members: readonly string[] }

/** Looks whose cluster is drawn in ink: on a map where colour tells the type, yellow is kept for an open alert. */
const typeLooks: ReadonlySet<MarkerLook> = new Set<MarkerLook>(['equipment', 'clinician', 'patient'])

const toneOf = (members: readonly MovingMarker[]): ClusterTone =>
  members.every(({ marker }) => typeLooks.has(marker.look)) ? 'ink' : 'yellow'

/** Members of a set of markers, by the smallest id: the same cluster keeps its id from frame to frame. */
function clusterOf(members: MovingMarker[]): Cluster {
  let x = 0
  let y = 0
  let first = members[0]?.marker.id ?? ''
  for (const { marker } of members) {
    x += marker.x
    y += marker.y
    if (marker.id < first) first = marker.id
  }
  const middle = { x: x / members.length, y: y / members.length }
  return { id: `cluster:${first}`, ...middle, members, tone: toneOf(members) }
}

/**
 * What stands on the plan at the present scale: single markers and clusters, and what lies under a point.
 * Clusters follow the markers' places, not their animations, so a cluster does not flicker while someone passes.
 */
export class MarkerLayout {
  readonly #clusterer = new Clusterer()
  readonly #index = new GridIndex(markerSize.hitArea)
  #xs = new Float64Array(0)
  #ys = new Float64Array(0)
  #singles: MovingMarker[] = []
  #clusters: Cluster[] = []
  #clusterByMember = new Map<string, Cluster>()
  #indexStale = true

  get singles(): readonly MovingMarker[] {
    return this.#singles
  }

  get clusters(): readonly Cluster[] {
    return this.#clusters
  }

  /** Rebuilds singles and clusters. Needed after markers came, went or moved, and after the scale changed. */
  rebuild(store: MarkerStore, scale: number): void {
    const all = [...store.values()]
    this.#reserve(all.length)
    for (const [i, { marker }] of all.entries()) {
      this.#xs[i] = marker.x * scale
      this.#ys[i] = marker.y * scale
    }
    const groups = this.#clusterer.group({ xs: this.#xs, ys: this.#ys, count: all.length })
    const grouped = new Uint8Array(all.length)
    this.#clusterByMember = new Map()
    this.#clusters = groups.map((group) => {
      const members: MovingMarker[] = []
      for (const i of group) {
        const member = all[i]
        if (member) members.push(member)
        grouped[i] = 1
      }
      const cluster = clusterOf(members)
      for (const { marker } of members) this.#clusterByMember.set(marker.id, cluster)
      return cluster
    })
    this.#singles = all.filter((_, i) => grouped[i] === 0)
    this.#indexStale = true
  }

  /** Drawn positions have changed: the next hit test must look again. */
  positionsChanged(): void {
    this.#indexStale = true
  }

  clusterOf(markerId: string): Cluster | undefined {
    return this.#clusterByMember.get(markerId)
  }

  cluster(id: string): Cluster | undefined {
    return this.#clusters.find((cluster) => cluster.id === id)
  }

  /** The target whose 37 px hit area holds the screen point; of several the nearest. */
  hitTest(screen: Point, camera: Camera): Target | undefined {
    this.#reindex(camera.scale)
    const origin = camera.toScreen({ x: 0, y: 0 })
    const x = screen.x - origin.x
    const y = screen.y - origin.y
    const reach = markerSize.hitArea / 2
    let best = -1
    let nearest = Number.POSITIVE_INFINITY
    this.#index.forEachNear(x, y, reach, (i) => {
      const dx = Math.abs((this.#xs[i] ?? 0) - x)
      const dy = Math.abs((this.#ys[i] ?? 0) - y)
      if (dx > reach || dy > reach) return
      const away = dx * dx + dy * dy
      if (away < nearest || (away === nearest && i > best)) {
        nearest = away
        best = i
      }
    })
    return best < 0 ? undefined : this.#targetAt(best)
  }

  /** Every target with its place in map pixels: what the arrow keys walk over. */
  *targets(): Generator<{ target: Target; at: Point }> {
    for (const [i, single] of this.#singles.entries()) {
      const target = this.#targetAt(i)
      if (target) yield { target, at: { x: single.drawnX, y: single.drawnY } }
    }
    for (const [i, cluster] of this.#clusters.entries()) {
      const target = this.#targetAt(this.#singles.length + i)
      if (target) yield { target, at: cluster }
    }
  }

  #targetAt(index: number): Target | undefined {
    const single = this.#singles[index]
    if (single) return { kind: 'marker', id: single.marker.id }
    const cluster = this.#clusters[index - this.#singles.length]
    return cluster && targetOf(cluster)
  }

  #reindex(scale: number): void {
    if (!this.#indexStale) return
    this.#indexStale = false
    const count = this.#singles.length + this.#clusters.length
    this.#reserve(count)
    for (const [i, single] of this.#singles.entries()) {
      this.#xs[i] = single.drawnX * scale
      this.#ys[i] = single.drawnY * scale
    }
    for (const [i, cluster] of this.#clusters.entries()) {
      this.#xs[this.#singles.length + i] = cluster.x * scale
      this.#ys[this.#singles.length + i] = cluster.y * scale
    }
    this.#index.rebuild(this.#xs, this.#ys, count)
  }

  #reserve(count: number): void {
    if (this.#xs.length >= count) return
    this.#xs = new Float64Array(count * 2)
    this.#ys = new Float64Array(count * 2)
  }
}

export function targetOf(cluster: Cluster): Target {
  return { kind: 'cluster', id: cluster.id, members: cluster.members.map(({ marker }) => marker.id) }
}
