import type { Tokens } from '../ui/tokens.ts'
import { type Camera, type Fit, toZoomStep } from './camera.ts'
import { browserEnvironment, type MapEnvironment } from './environment.ts'
import { type Insets, noInsets, type Point, type Size } from './geometry.ts'
import { KeyInput } from './input/key-input.ts'
import { PointerInput, type WheelMode } from './input/pointer-input.ts'
import type { HeatMap } from './layers/heat-map.ts'
import type { PlanImage } from './layers/plan-layer.ts'
import { type MapActions, MapControls } from './map-controls.ts'
import { MapCore, type MapSnapshot } from './map-core.ts'
import type { MapFence, MapMarker, MapPin, MapTrail } from './marker.ts'
import type { MarkerLayout, Target } from './marker-layout.ts'
import type { MapTool } from './tools/tool.ts'

export interface MapEngineOptions {
  readonly tokens: Tokens
  readonly actions?: MapActions
  readonly wheel?: WheelMode
  readonly environment?: MapEnvironment
}

/**
 * A floor plan with moving markers, on two canvases inside `host`. The lower canvas has the plan and its fences,
 * which change with the camera; the upper one has the markers, which change with every event. A frame is drawn only
 * after a change or during an animation. The engine uses neither React nor HTTP: its owner sets plans and markers and
 * gets callbacks for the user's actions. Known limits: places are clamped to 10,000 px, the largest plan. Clusters
 * follow places, not animations, so a marker moving into a cluster joins it immediately.
 */
export class MapEngine {
  readonly #core: MapCore
  readonly #controls: MapControls
  readonly #pointer: PointerInput
  readonly #keys: KeyInput
  readonly #stopSize: () => void

  /** @param host a positioned element with a size; the canvases become its first children */
  constructor(host: HTMLElement, { tokens, actions = {}, wheel = 'always', environment }: MapEngineOptions) {
    const canvasEnvironment = environment ?? browserEnvironment
    this.#core = new MapCore(host, canvasEnvironment, tokens)
    this.#controls = new MapControls(this.#core, actions)
    this.#pointer = new PointerInput(host, this.#controls, wheel)
    this.#keys = new KeyInput(host, this.#controls)
    this.#stopSize = canvasEnvironment.observeSize(host, (size) => {
      this.#core.markersChanged()
      this.#core.resize(size)
    })
  }

  get snapshot(): MapSnapshot {
    return this.#core.snapshot
  }

  get camera(): Camera {
    return this.#core.camera
  }

  get layout(): MarkerLayout {
    return this.#core.layout
  }

  setActions(actions: MapActions): void {
    this.#controls.setActions(actions)
  }

  setTokens(tokens: Tokens): void {
    this.#core.renderer.setTokens(tokens)
    this.#core.invalidate('plan')
  }

  /** Sets the meaning of 1.0×, and the insets at the edges that stay free for controls. */
  setFit(fit: Fit, insets: Insets = noInsets): void {
    this.#core.camera.setFit(fit, insets)
    this.#core.markersChanged()
    this.#core.update({ zoom: this.#core.camera.zoom })
    this.#core.invalidate('plan')
  }

  /** Opens a map of this size in pixels. Plan, markers, highlights and camera are reset. */
  openMap(size: Size): void {
    const { renderer, store, camera } = this.#core
    store.clear()
    renderer.plan.setImage(undefined)
    renderer.heat.setHeat(undefined)
    renderer.fences.setFences([])
    renderer.trail.setTrail(undefined)
    renderer.pins.setPins([])
    camera.setContent(size)
    this.#core.markersChanged()
    this.#core.update({ zoom: camera.zoom })
    this.#core.invalidate('plan')
  }

  /** Sets the plan's image; without an image the map shows squared paper. */
  setPlan(image: PlanImage | undefined): void {
    this.#core.renderer.plan.setImage(image)
    this.#core.invalidate('plan')
  }

  setOriginalColours(original: boolean): void {
    this.#core.renderer.plan.setOriginalColours(original)
    this.#core.invalidate('plan')
  }

  /** Colours the plan by weighted points, under fences and markers; undefined removes the colours. */
  setHeat(heat: HeatMap | undefined): void {
    this.#core.renderer.heat.setHeat(heat)
    this.#core.invalidate('plan')
  }

  setFences(fences: readonly MapFence[]): void {
    this.#core.renderer.fences.setFences(fences)
    this.#core.invalidate('plan')
  }

  setPins(pins: readonly MapPin[]): void {
    this.#core.renderer.pins.setPins(pins)
    this.#core.invalidate('markers')
  }

  /** Draws the trail of an asset below the pins; undefined removes it. */
  setTrail(trail: MapTrail | undefined): void {
    this.#core.renderer.trail.setTrail(trail)
    this.#core.invalidate('markers')
  }

  /** Sets or removes the tool of the map. The tool stays when another plan opens. */
  setTool(tool: MapTool | undefined): void {
    this.#controls.setTool(tool)
  }

  /** Makes the map show exactly these markers. Known markers move to their new places in an animation. */
  setMarkers(markers: readonly MapMarker[]): void {
    const { store, camera, environment } = this.#core
    store.replace(markers, environment.now(), camera.scale, !environment.reducedMotion())
    this.#core.markersChanged()
  }

  /** Adds, changes or moves some markers and leaves the others unchanged. */
  putMarkers(markers: readonly MapMarker[]): void {
    const { store, camera, environment } = this.#core
    const now = environment.now()
    const mayAnimate = !environment.reducedMotion()
    for (const marker of markers) store.upsert(marker, now, camera.scale, mayAnimate)
    this.#core.markersChanged(markers.map(({ id }) => id))
  }

  removeMarkers(ids: readonly string[]): void {
    for (const id of ids) this.#core.store.remove(id)
    this.#core.markersChanged(ids)
  }

  /** Puts the ring on a marker (hover or focus in the list beside the map), or removes it. */
  focusMarker(id: string | undefined): void {
    const known = id !== undefined && this.#core.store.get(id) !== undefined
    this.#core.update({ focused: known ? { kind: 'marker', id } : undefined })
  }

  /**
   * Pans, if needed, until the marker is visible above the covered lower part of the view.
   * @param covered height of the covered part in CSS pixels
   */
  revealMarker(markerId: string, covered = 0): void {
    const moving = this.#core.store.get(markerId)
    if (moving) this.#controls.panIntoView(moving.marker, covered)
  }

  centreOn(mapPoint: Point): void {
    this.#core.camera.centreOn(mapPoint)
    this.#core.invalidate('plan')
  }

  /** Pans as little as needed until a place of the plan is well inside the view. */
  bringIntoView(mapPoint: Point): void {
    this.#controls.panIntoView(mapPoint)
  }

  /** Moves the keyboard focus to the map. */
  focus(): void {
    this.#core.host.focus({ preventScroll: true })
  }

  /** Returns the position of a point of the plan in CSS pixels of the window. */
  windowPointOf(mapPoint: Point): Point {
    const { left, top } = this.#core.host.getBoundingClientRect()
    const { x, y } = this.#core.camera.toScreen(mapPoint)
    return { x: left + x, y: top + y }
  }

  setZoom(zoom: number): void {
    this.#core.zoomTo(toZoomStep(zoom))
  }

  stepZoom(steps: number): boolean {
    return this.#controls.stepZoom(steps)
  }

  resetView(): void {
    this.#controls.resetView()
  }

  /**
   * Returns the drawn position of a target in CSS pixels of the host. A marker in a cluster has the cluster's
   * position.
   */
  screenPointOf(target: Target): Point | undefined {
    const at = this.#core.mapPointOf(target)
    return at && this.#core.camera.toScreen(at)
  }

  /** Calls back when `snapshot` has changed. Returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void {
    return this.#core.subscribe(changed)
  }

  /** Calls back after every drawn frame, for elements that follow a marker, such as a tooltip. */
  onFrame(drawn: () => void): () => void {
    return this.#core.onFrame(drawn)
  }

  dispose(): void {
    this.#controls.setTool(undefined)
    this.#stopSize()
    this.#pointer.dispose()
    this.#keys.dispose()
    this.#core.dispose()
  }
}
