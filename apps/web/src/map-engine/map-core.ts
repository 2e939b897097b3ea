import type { Tokens } from '../ui/tokens.ts'
import { Camera, zoomLimits } from './camera.ts'
import type { MapEnvironment } from './environment.ts'
import type { Point, Size } from './geometry.ts'
import { MarkerLayout, type Target } from './marker-layout.ts'
import { MarkerStore } from './marker-store.ts'
import { MapRenderer } from './renderer.ts'

/** Public state of a map. Each change creates a new object, so that states can be compared. */
export interface MapSnapshot {
  readonly zoom: number
  /** Target under the pointer. */
  readonly hovered: Target | undefined
  /** Target reached by key, or focused from the list beside the map. It has the ring. */
  readonly focused: Target | undefined
}

/** Canvases to repaint. Markers are repainted with every change of the camera. */
export type RepaintScope = 'plan' | 'markers'

function sameTarget(a: Target | undefined, b: Target | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.id !== b.id) return false
  return a.kind === 'marker' || (b.kind === 'cluster' && a.members.length === b.members.length)
}

/** Parts of one map and its frame loop, shared by the engine's public class and its controls. */
export class MapCore {
  readonly host: HTMLElement
  readonly environment: MapEnvironment
  readonly camera = new Camera()
  readonly store = new MarkerStore()
  readonly renderer: MapRenderer
  readonly #layout = new MarkerLayout()
  readonly #changeListeners = new Set<() => void>()
  readonly #frameListeners = new Set<() => void>()
  #snapshot: MapSnapshot = { zoom: zoomLimits.start, hovered: undefined, focused: undefined }
  #frame: number | undefined
  #planDirty = true
  #layoutScale: number | undefined
  readonly #changedMarkers = new Set<string>()

  constructor(host: HTMLElement, environment: MapEnvironment, tokens: Tokens) {
    this.host = host
    this.environment = environment
    this.renderer = new MapRenderer(host, environment, tokens, this.camera, this.#layout, () =>
      this.invalidate('plan'),
    )
  }

  get snapshot(): MapSnapshot {
    return this.#snapshot
  }

  /** Single markers and clusters at the current scale, computed again only if markers or scale have changed. */
  get layout(): MarkerLayout {
    const { scale } = this.camera
    if (this.#layoutScale !== scale) this.#layout.rebuild(this.store, scale)
    else if (this.#changedMarkers.size > 0) this.#layout.update(this.store, this.#changedMarkers, scale)
    this.#layoutScale = scale
    this.#changedMarkers.clear()
    return this.#layout
  }

  resize(size: Size): void {
    this.camera.setViewport(size)
    this.renderer.resize(size)
    // A resized canvas is blank until it is drawn. Waiting for the next frame would flicker.
    this.#planDirty = true
    this.#draw()
  }

  /** Handles added, removed or moved markers: the hovered marker may be gone, and clusters may differ. */
  markersChanged(ids?: Iterable<string>): void {
    if (ids) for (const id of ids) this.#changedMarkers.add(id)
    else this.#layoutScale = undefined
    this.update({
      hovered: this.#ifStillThere(this.#snapshot.hovered),
      focused: this.#ifStillThere(this.#snapshot.focused),
    })
    this.invalidate('markers')
  }

  update(change: Partial<MapSnapshot>): void {
    const next = { ...this.#snapshot, ...change }
    const same =
      next.zoom === this.#snapshot.zoom &&
      sameTarget(next.hovered, this.#snapshot.hovered) &&
      sameTarget(next.focused, this.#snapshot.focused)
    if (same) return
    this.#snapshot = next
    this.invalidate('markers')
    for (const listener of this.#changeListeners) listener()
  }

  invalidate(scope: RepaintScope): void {
    if (scope === 'plan') this.#planDirty = true
    this.#frame ??= this.environment.requestFrame(() => {
      this.#frame = undefined
      this.#draw()
    })
  }

  zoomTo(zoom: number, anchor?: Point): void {
    this.camera.setZoom(zoom, anchor)
    this.markersChanged()
    this.update({ zoom: this.camera.zoom })
    this.invalidate('plan')
  }

  /**
   * Returns the drawn position of a target in map pixels. A marker inside a cluster has the position of the cluster.
   */
  mapPointOf(target: Target): Point | undefined {
    if (target.kind === 'cluster') return this.layout.cluster(target.id)
    return this.layout.clusterOf(target.id) ?? this.store.drawnAt(target.id)
  }

  subscribe(listener: () => void): () => void {
    this.#changeListeners.add(listener)
    return () => this.#changeListeners.delete(listener)
  }

  onFrame(listener: () => void): () => void {
    this.#frameListeners.add(listener)
    return () => this.#frameListeners.delete(listener)
  }

  dispose(): void {
    if (this.#frame !== undefined) this.environment.cancelFrame(this.#frame)
    this.#frame = undefined
    this.renderer.dispose()
    this.store.clear()
    this.#changeListeners.clear()
    this.#frameListeners.clear()
  }

  #ifStillThere(target: Target | undefined): Target | undefined {
    if (!target) return undefined
    if (target.kind === 'marker') return this.store.get(target.id) ? target : undefined
    const cluster = this.layout.cluster(target.id)
    return cluster && { ...target, members: cluster.members.map(({ marker }) => marker.id) }
  }

  #draw(): void {
    if (this.store.animating) {
      this.store.advance(this.environment.now())
      this.#layout.positionsChanged()
    }
    this.renderer.markers.setHighlights(this.#highlights())
    if (this.#planDirty) this.renderer.drawPlan()
    this.#planDirty = false
    this.renderer.drawMarkers()
    for (const listener of this.#frameListeners) listener()
    if (this.store.animating) this.invalidate('markers')
  }

  #highlights() {
    const { hovered, focused } = this.#snapshot
    // Reading the layout before drawing computes it if needed.
    const { layout } = this
    const assetKeys = new Set<string>()
    for (const target of [hovered, focused]) {
      const assetKey = target?.kind === 'marker' ? this.store.get(target.id)?.marker.assetKey : undefined
      if (assetKey !== undefined) assetKeys.add(assetKey)
    }
    const ringed =
      focused?.kind === 'cluster' ? layout.cluster(focused.id)?.members[0]?.marker.id : focused?.id
    return {
      hovered: assetKeys,
      selected: ringed,
      cluster: hovered?.kind === 'cluster' ? hovered.id : undefined,
    }
  }
}
