import type { Camera } from './camera.ts'
import { Clusterer } from './clusterer.ts'
import type { Point } from './geometry.ts'
import { GridIndex } from './grid-index.ts'
import { type ClusterTone, type MarkerLook, markerSize } from './marker.ts'
import type { MarkerStore, MovingMarker } from './marker-store.ts'
import { TouchGraph } from './touch-graph.ts'

/** Shares of all markers from which regrouping everything is cheaper than an update. Measured. */
const rebuildFrom = { changed: 0.04, affected: 0.08 } as const

/** Several markers drawn as one. `x`, `y`: middle of its members' places, in map pixels. */
export interface Cluster extends Point {
  readonly id: string
  readonly members: readonly MovingMarker[]
  /** Yellow like its members; `ink` for a cluster without yellow members. */
  readonly tone: ClusterTone
}

/** Target on the plan that can be hovered, reached by key and activated. */
export type Target =
  | { readonly kind: 'marker'; readonly id: string }
  | { readonly kind: 'cluster'; readonly id: string; readonly members: readonly string[] }

/** Looks whose clusters are drawn in ink. Where colour shows the asset type, yellow means an open alert. */
const typeLooks: ReadonlySet<MarkerLook> = new Set<MarkerLook>(['equipment', 'clinician', 'patient'])

const toneOf = (members: readonly MovingMarker[]): ClusterTone =>
  members.every(({ marker }) => typeLooks.has(marker.look)) ? 'ink' : 'yellow'

/** Creates a cluster whose id is its smallest member id, so that the id stays the same from frame to frame. */
function createCluster(members: readonly MovingMarker[]): Cluster {
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

const byOrder = (a: MovingMarker, b: MovingMarker): number => a.order - b.order

/**
 * Single markers and clusters at the current scale, and the search for the target under a point. Clusters follow the
 * markers' places, not their animations, so that a cluster does not flicker while a marker passes.
 */
export class MarkerLayout {
  readonly #clusterer = new Clusterer()
  readonly #index = new GridIndex(markerSize.hitArea)
  /** Filled by the first update after a rebuild. While all markers change, filling would cost time without use. */
  readonly #graph = new TouchGraph()
  #xs = new Float64Array(0)
  #ys = new Float64Array(0)
  #store: MarkerStore | undefined
  /** True when a change at this scale affects most markers, so that each batch regroups all. */
  #crowded = false
  #singles: MovingMarker[] | undefined
  #clusters: readonly Cluster[] = []
  #clusterByMember = new Map<string, Cluster>()
  #indexStale = true

  get singles(): readonly MovingMarker[] {
    if (!this.#singles) {
      const all = [...(this.#store?.values() ?? [])]
      this.#singles = all.filter(({ marker }) => !this.#clusterByMember.has(marker.id))
    }
    return this.#singles
  }

  get clusters(): readonly Cluster[] {
    return this.#clusters
  }

  /** Regroups all markers, as needed after a change of scale. */
  rebuild(store: MarkerStore, scale: number): void {
    this.#crowded = false
    this.#groupAll(store, scale)
  }

  /**
   * Regroups the markers that touched a changed marker before or touch it now; all others stay unchanged. If many
   * markers moved, or nearly all are connected, all are regrouped.
   * @param changed ids of markers added, removed, moved or changed in look since the last call
   */
  update(store: MarkerStore, changed: ReadonlySet<string>, scale: number): void {
    if (this.#crowded || changed.size > store.size * rebuildFrom.changed) {
      this.#groupAll(store, scale)
      return
    }
    if (this.#graph.size === 0) {
      this.#groupAll(store, scale)
      this.#graph.fill(store.values(), scale)
      return
    }
    const affected = this.#affectedBy(store, changed, scale)
    if (affected) this.#regroup(store, affected, scale)
    else {
      this.#crowded = true
      this.#groupAll(store, scale)
    }
  }

  #groupAll(store: MarkerStore, scale: number): void {
    this.#store = store
    this.#graph.clear()
    this.#clusterByMember.clear()
    this.#clusters = this.#group([...store.values()], scale)
    this.#singles = undefined
    this.#indexStale = true
  }

  #regroup(store: MarkerStore, affected: ReadonlySet<string>, scale: number): void {
    const dissolved = new Set<Cluster>()
    for (const id of affected) {
      const cluster = this.#clusterByMember.get(id)
      if (cluster) dissolved.add(cluster)
      this.#clusterByMember.delete(id)
    }
    const present = [...affected].flatMap((id) => store.get(id) ?? []).sort(byOrder)
    const untouched = this.#clusters.filter((cluster) => !dissolved.has(cluster))
    this.#clusters = [...untouched, ...this.#group(present, scale)]
    this.#singles = undefined
    this.#indexStale = true
  }

  /**
   * Returns the ids of all markers connected to a changed marker, before or after the change. Returns undefined if
   * there are too many for an update.
   */
  #affectedBy(
    store: MarkerStore,
    changed: ReadonlySet<string>,
    scale: number,
  ): ReadonlySet<string> | undefined {
    const limit = Math.max(store.size * rebuildFrom.affected, changed.size * 2)
    const affected = new Set(changed)
    for (const id of changed) if (!this.#graph.collectConnected(id, affected, limit)) return undefined
    for (const id of changed) {
      const moving = store.get(id)
      if (moving) this.#graph.put(moving, scale)
      else this.#graph.remove(id)
    }
    for (const id of changed) if (!this.#graph.collectConnected(id, affected, limit)) return undefined
    return affected
  }

  /** Returns the clusters of markers that touch no other markers. */
  #group(markers: readonly MovingMarker[], scale: number): Cluster[] {
    this.#reserve(markers.length)
    for (const [i, { marker }] of markers.entries()) {
      this.#xs[i] = marker.x * scale
      this.#ys[i] = marker.y * scale
    }
    const groups = this.#clusterer.group({ xs: this.#xs, ys: this.#ys, count: markers.length })
    return groups.map((group) => {
      const members = Array.from(group, (i) => markers[i]).filter((member) => member !== undefined)
      const cluster = createCluster(members)
      for (const { marker } of members) this.#clusterByMember.set(marker.id, cluster)
      return cluster
    })
  }

  /** Marks drawn positions as changed, so that the next hit test reads them again. */
  positionsChanged(): void {
    this.#indexStale = true
  }

  clusterOf(markerId: string): Cluster | undefined {
    return this.#clusterByMember.get(markerId)
  }

  cluster(id: string): Cluster | undefined {
    return this.#clusters.find((cluster) => cluster.id === id)
  }

  /** Returns the target whose 37 px hit area contains the screen point; the nearest of several. */
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
      const squaredDistance = dx * dx + dy * dy
      if (squaredDistance < nearest || (squaredDistance === nearest && i > best)) {
        nearest = squaredDistance
        best = i
      }
    })
    return best < 0 ? undefined : this.#targetAt(best)
  }

  /** Lists every target with its place in map pixels, for the arrow keys. */
  *targets(): Generator<{ target: Target; at: Point }> {
    for (const [i, single] of this.singles.entries()) {
      const target = this.#targetAt(i)
      if (target) yield { target, at: { x: single.drawnX, y: single.drawnY } }
    }
    for (const [i, cluster] of this.#clusters.entries()) {
      const target = this.#targetAt(this.singles.length + i)
      if (target) yield { target, at: cluster }
    }
  }

  #targetAt(index: number): Target | undefined {
    const single = this.singles[index]
    if (single) return { kind: 'marker', id: single.marker.id }
    const cluster = this.#clusters[index - this.singles.length]
    return cluster && targetOf(cluster)
  }

  #reindex(scale: number): void {
    if (!this.#indexStale) return
    this.#indexStale = false
    const count = this.singles.length + this.#clusters.length
    this.#reserve(count)
    for (const [i, single] of this.singles.entries()) {
      this.#xs[i] = single.drawnX * scale
      this.#ys[i] = single.drawnY * scale
    }
    for (const [i, cluster] of this.#clusters.entries()) {
      this.#xs[this.singles.length + i] = cluster.x * scale
      this.#ys[this.singles.length + i] = cluster.y * scale
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
