import type { Tokens } from '../ui/tokens.ts'
import { Camera, zoomLimits } from './camera.ts'
import type { MapEnvironment } from './environment.ts'
import type { Point, Size } from './geometry.ts'
import { MarkerStore } from './marker-store.ts'
import { Painter } from './painter.ts'
import { Scene, type Target } from './scene.ts'

/** What can be seen of a map's state. A new object for every change, so that it can be compared. */
export interface MapSnapshot {
  readonly zoom: number
  /** Under the pointer. */
  readonly pointed: Target | undefined
  /** Reached by key, or named from outside (the list beside the map). Carries the ring. */
  readonly focused: Target | undefined
}

/** What has to be painted again. Markers are painted with every change of the plan's place. */
export type RepaintScope = 'plan' | 'markers'

function sameTarget(a: Target | undefined, b: Target | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.id !== b.id) return false
  return a.kind === 'marker' || (b.kind === 'cluster' && a.members.length === b.members.length)
}

/** The parts of one map and its frame loop: what the engine's public face and its controls share. */
export class MapCore {
  readonly host: HTMLElement
  readonly environment: MapEnvironment
  readonly camera = new Camera()
  readonly store = new MarkerStore()
  readonly painter: Painter
  readonly #scene = new Scene()
  readonly #changed = new Set<() => void>()
  readonly #drawn = new Set<() => void>()
  #snapshot: MapSnapshot = { zoom: zoomLimits.start, pointed: undefined, focused: undefined }
  #frame: number | undefined
  #planDirty = true
  #arrangedAt: number | undefined

  constructor(host: HTMLElement, environment: MapEnvironment, tokens: Tokens) {
    this.host = host
    this.environment = environment
    this.painter = new Painter(host, environment, tokens, this.camera, this.#scene)
  }

  get snapshot(): MapSnapshot {
    return this.#snapshot
  }

  /** Singles and clusters of the present scale; arranged anew only if markers or scale have changed. */
  get scene(): Scene {
    const { scale } = this.camera
    if (this.#arrangedAt !== scale) {
      this.#arrangedAt = scale
      this.#scene.arrange(this.store, scale)
    }
    return this.#scene
  }

  resize(size: Size): void {
    this.camera.setViewport(size)
    this.painter.resize(size)
    // A resized canvas is blank until it is drawn: waiting for the next frame would flicker.
    this.#planDirty = true
    this.#draw()
  }

  /** Markers came, went or moved: whom the user pointed at may be gone, clusters may be others. */
  markersChanged(): void {
    this.#arrangedAt = undefined
    this.update({
      pointed: this.#still(this.#snapshot.pointed),
      focused: this.#still(this.#snapshot.focused),
    })
    this.invalidate('markers')
  }

  update(change: Partial<MapSnapshot>): void {
    const next = { ...this.#snapshot, ...change }
    const same =
      next.zoom === this.#snapshot.zoom &&
      sameTarget(next.pointed, this.#snapshot.pointed) &&
      sameTarget(next.focused, this.#snapshot.focused)
    if (same) return
    this.#snapshot = next
    this.invalidate('markers')
    for (const listener of this.#changed) listener()
  }

  invalidate(dirt: RepaintScope): void {
    if (dirt === 'plan') this.#planDirty = true
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

  /** Where a target is drawn now, in map pixels. A marker inside a cluster is where the cluster is. */
  mapPlaceOf(target: Target): Point | undefined {
    if (target.kind === 'cluster') return this.scene.cluster(target.id)
    return this.scene.clusterOf(target.id) ?? this.store.drawnAt(target.id)
  }

  subscribe(listener: () => void): () => void {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  onFrame(listener: () => void): () => void {
    this.#drawn.add(listener)
    return () => this.#drawn.delete(listener)
  }

  dispose(): void {
    if (this.#frame !== undefined) this.environment.cancelFrame(this.#frame)
    this.#frame = undefined
    this.painter.dispose()
    this.store.clear()
    this.#changed.clear()
    this.#drawn.clear()
  }

  #still(target: Target | undefined): Target | undefined {
    if (!target) return undefined
    if (target.kind === 'marker') return this.store.get(target.id) ? target : undefined
    const cluster = this.scene.cluster(target.id)
    return cluster && { ...target, members: cluster.members.map(({ marker }) => marker.id) }
  }

  #draw(): void {
    if (this.store.gliding) {
      this.store.advance(this.environment.now())
      this.#scene.moved()
    }
    this.painter.markers.setAttention(this.#attention())
    if (this.#planDirty) this.painter.drawPlan()
    this.#planDirty = false
    this.painter.drawMarkers()
    for (const listener of this.#drawn) listener()
    if (this.store.gliding) this.invalidate('markers')
  }

  #attention() {
    const { pointed, focused } = this.#snapshot
    // Read before drawing: it arranges the scene if that is due.
    const { scene } = this
    const subjects = new Set<string>()
    for (const target of [pointed, focused]) {
      const subject = target?.kind === 'marker' ? this.store.get(target.id)?.marker.subject : undefined
      if (subject !== undefined) subjects.add(subject)
    }
    const ringed =
      focused?.kind === 'cluster' ? scene.cluster(focused.id)?.members[0]?.marker.id : focused?.id
    return {
      pointed: subjects,
      selected: ringed,
      cluster: pointed?.kind === 'cluster' ? pointed.id : undefined,
    }
  }
}
