import { toZoomStep, zoomLimits } from './camera.ts'
import { Clusterer } from './clusterer.ts'
import { clamp, type Point } from './geometry.ts'
import type { KeyCommands } from './input/key-input.ts'
import { type Direction, nearestInDirection, nearestTo } from './input/nearest-target.ts'
import type { WheelCommands } from './input/pointer-input.ts'
import type { PointerKind, PointerSample } from './input/pointer-sample.ts'
import type { MapCommands } from './input/pointer-state.ts'
import type { MapCore } from './map-core.ts'
import { markerSize } from './marker.ts'
import { type Cluster, type Target, targetOf } from './marker-layout.ts'
import type { DragHandler, KeyPress, MapTool } from './tools/tool.ts'

/** Callbacks to the owner of the map. */
export interface MapActions {
  /** Called when a marker was activated by click, tap or Enter. */
  openMarker?(markerId: string, by: PointerKind | 'key'): void
  /** Called with the members of a cluster that was activated at the largest zoom, to list them. */
  listCluster?(members: readonly string[]): void
  /** Called on Page Up (-1) or Page Down (1). */
  goToMap?(step: -1 | 1): void
}

/** Effects of pointers and keys on a map. */
export class MapControls implements MapCommands, WheelCommands, KeyCommands {
  readonly #core: MapCore
  #actions: MapActions
  #tool: MapTool | undefined

  constructor(core: MapCore, actions: MapActions) {
    this.#core = core
    this.#actions = actions
  }

  get zoom(): number {
    return this.#core.camera.zoom
  }

  setActions(actions: MapActions): void {
    this.#actions = actions
  }

  setTool(tool: MapTool | undefined): void {
    if (tool === this.#tool) return
    this.#tool?.attach(undefined)
    this.#tool = tool
    const { camera, host, environment } = this.#core
    tool?.attach({
      camera,
      host,
      environment,
      redraw: () => this.#core.invalidate('markers'),
      panIntoView: (place) => this.panIntoView(place),
    })
    this.#core.renderer.setToolLayer(tool?.layer)
    this.#core.host.style.cursor = ''
    this.#core.invalidate('markers')
  }

  startToolDrag(sample: PointerSample): DragHandler | undefined {
    return this.#tool?.startDrag(sample)
  }

  handleToolKey(press: KeyPress): boolean {
    return this.#tool?.key(press) ?? false
  }

  hover(at: Point | undefined, alt = false): void {
    const cursor = this.#tool?.hover(at, alt)
    this.setHovered(at && this.#hit(at))
    if (cursor !== undefined) this.#core.host.style.cursor = cursor
  }

  click(at: Point, by: PointerKind, alt: boolean): void {
    if (this.#tool?.click(at, by, alt)) return
    const target = this.#hit(at)
    if (target) this.activate(target, by)
    else this.release()
  }

  setHovered(target: Target | undefined): void {
    this.#core.host.style.cursor = target ? 'pointer' : 'grab'
    this.#core.update({ hovered: target })
  }

  activate(target: Target, by: PointerKind | 'key'): void {
    if (target.kind === 'marker') {
      this.#actions.openMarker?.(target.id, by)
      return
    }
    const cluster = this.#core.layout.cluster(target.id)
    if (!cluster) return
    if (this.zoom >= zoomLimits.max) this.#actions.listCluster?.(target.members)
    else this.#zoomInto(cluster)
  }

  release(): void {
    this.#core.update({ hovered: undefined, focused: undefined })
  }

  panBy(dx: number, dy: number): void {
    this.#core.camera.panBy(dx, dy)
    this.#core.invalidate('plan')
  }

  zoomTo(zoom: number, anchor: Point): void {
    this.#core.zoomTo(zoom, anchor)
  }

  stepZoom(steps: number, anchor?: Point): boolean {
    const wanted = toZoomStep(this.zoom + steps * zoomLimits.step)
    if (wanted === this.zoom) return false
    this.#core.zoomTo(wanted, anchor)
    return true
  }

  setGrabbing(grabbing: boolean): void {
    this.#core.host.style.cursor = grabbing ? 'grabbing' : 'grab'
  }

  /** Focuses the nearest target in a direction. The first arrow key focuses the target nearest to the middle. */
  focusInDirection(direction: Direction): void {
    const { camera, layout, snapshot } = this.#core
    const from = snapshot.focused && this.#core.mapPointOf(snapshot.focused)
    const next = from
      ? nearestInDirection(from, direction, layout.targets())
      : nearestTo(
          camera.toMap({ x: camera.viewport.width / 2, y: camera.viewport.height / 2 }),
          layout.targets(),
        )
    if (!next) return
    this.panIntoView(next.at)
    this.#core.update({ focused: next.target })
  }

  openFocused(): void {
    const { focused } = this.#core.snapshot
    if (!focused) return
    // A marker focused from the list may be inside a cluster; activating it opens that marker.
    this.activate(focused, 'key')
  }

  blur(): void {
    this.release()
    this.#core.host.blur()
  }

  resetView(): void {
    this.#core.camera.reset()
    this.#core.markersChanged()
    this.#core.update({ zoom: this.zoom })
    this.#core.invalidate('plan')
  }

  goToMap(step: -1 | 1): void {
    this.#actions.goToMap?.(step)
  }

  /** Pans as little as needed to show a place with one hit area around it. `covered` is the covered height below. */
  panIntoView(place: Point, covered = 0): void {
    const { camera } = this.#core
    const { width } = camera.viewport
    const height = Math.max(1, camera.viewport.height - covered)
    const at = camera.toScreen(place)
    const room = Math.min(markerSize.hitArea * 1.5, width / 2, height / 2)
    const dx = clamp(at.x, room, width - room) - at.x
    const dy = clamp(at.y, room, height - room) - at.y
    if (dx !== 0 || dy !== 0) this.panBy(dx, dy)
  }

  #hit(at: Point): Target | undefined {
    return this.#core.layout.hitTest(at, this.#core.camera)
  }

  /** Zooms to the first step at which the cluster separates, or to the last step, with the cluster in the middle. */
  #zoomInto(cluster: Cluster): void {
    let zoom = toZoomStep(this.zoom + zoomLimits.step)
    while (
      zoom < zoomLimits.max &&
      isStillOneCluster(cluster, (this.#core.camera.scale / this.zoom) * zoom)
    ) {
      zoom = toZoomStep(zoom + zoomLimits.step)
    }
    const byKey = this.#core.snapshot.focused?.id === cluster.id
    this.#core.zoomTo(zoom)
    this.#core.camera.centreOn(cluster)
    this.#core.invalidate('plan')
    if (!byKey) return
    const { layout } = this.#core
    const first = cluster.members[0]
    if (!first) return
    // The keyboard focus moves to a part of the separated cluster.
    const inside = layout.clusterOf(first.marker.id)
    this.#core.update({ focused: inside ? targetOf(inside) : { kind: 'marker', id: first.marker.id } })
  }
}

function isStillOneCluster({ members }: Cluster, scale: number): boolean {
  const xs = Float64Array.from(members, ({ marker }) => marker.x * scale)
  const ys = Float64Array.from(members, ({ marker }) => marker.y * scale)
  const groups = new Clusterer().group({ xs, ys, count: members.length })
  return groups[0]?.length === members.length
}
