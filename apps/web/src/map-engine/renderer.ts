import type { Tokens } from '../ui/tokens.ts'
import type { Camera } from './camera.ts'
import type { MapEnvironment } from './environment.ts'
import type { Size } from './geometry.ts'
import { GeofenceLayer } from './layers/geofence-layer.ts'
import { HeatLayer } from './layers/heat-layer.ts'
import type { Layer, View } from './layers/layer.ts'
import { MarkerLayer } from './layers/marker-layer.ts'
import { PinLayer } from './layers/pin-layer.ts'
import { PlanLayer } from './layers/plan-layer.ts'
import { TrailLayer } from './layers/trail-layer.ts'
import type { MarkerLayout } from './marker-layout.ts'
import { SpriteCache } from './sprites/sprite-cache.ts'

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error('This browser cannot draw on a canvas.')
  return ctx
}

/**
 * The two canvases of a map and their layers. The lower canvas changes only with the camera; the upper one has
 * everything that moves. A moving marker therefore never repaints the plan.
 */
export class MapRenderer {
  readonly plan: PlanLayer
  readonly heat: HeatLayer
  readonly fences = new GeofenceLayer()
  readonly markers: MarkerLayer
  readonly trail = new TrailLayer()
  readonly pins = new PinLayer()
  readonly #environment: MapEnvironment
  readonly #camera: Camera
  readonly #planCanvas: HTMLCanvasElement
  readonly #markerCanvas: HTMLCanvasElement
  #tool: Layer | undefined
  #tokens: Tokens
  #sprites: SpriteCache

  constructor(
    host: HTMLElement,
    environment: MapEnvironment,
    tokens: Tokens,
    camera: Camera,
    layout: MarkerLayout,
  ) {
    this.#environment = environment
    this.#camera = camera
    this.#tokens = tokens
    this.plan = new PlanLayer(environment)
    this.heat = new HeatLayer(environment)
    this.markers = new MarkerLayer(layout)
    this.#sprites = new SpriteCache(environment, tokens, environment.pixelRatio())
    this.#planCanvas = this.#canvas()
    this.#markerCanvas = this.#canvas()
    host.prepend(this.#planCanvas, this.#markerCanvas)
  }

  setTokens(tokens: Tokens): void {
    this.#tokens = tokens
    this.#sprites.dispose()
    this.#sprites = new SpriteCache(this.#environment, tokens, this.#sprites.ratio)
  }

  /** Sets the layer of the tool, which is drawn above everything else. */
  setToolLayer(layer: Layer | undefined): void {
    this.#tool = layer
  }

  /** @param size size of the host in CSS pixels */
  resize(size: Size): void {
    const ratio = this.#environment.pixelRatio()
    if (ratio !== this.#sprites.ratio) {
      this.#sprites.dispose()
      this.#sprites = new SpriteCache(this.#environment, this.#tokens, ratio)
    }
    for (const canvas of [this.#planCanvas, this.#markerCanvas]) {
      canvas.width = Math.round(size.width * ratio)
      canvas.height = Math.round(size.height * ratio)
    }
  }

  drawPlan(): void {
    this.#draw(this.#planCanvas, [this.plan, this.heat, this.fences])
  }

  drawMarkers(): void {
    this.#draw(this.#markerCanvas, [this.markers, this.trail, this.pins, ...(this.#tool ? [this.#tool] : [])])
  }

  dispose(): void {
    for (const layer of [this.plan, this.heat, this.fences, this.markers, this.trail, this.pins])
      layer.dispose()
    this.#sprites.dispose()
    this.#planCanvas.remove()
    this.#markerCanvas.remove()
  }

  #draw(canvas: HTMLCanvasElement, layers: readonly Layer[]): void {
    const ctx = context(canvas)
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.clearRect(0, 0, canvas.width, canvas.height)
    const view: View = {
      ctx,
      camera: this.#camera,
      tokens: this.#tokens,
      ratio: this.#sprites.ratio,
      sprites: this.#sprites,
    }
    for (const layer of layers) layer.draw(view)
  }

  #canvas(): HTMLCanvasElement {
    const canvas = this.#environment.createCanvas(1, 1)
    canvas.setAttribute('aria-hidden', 'true')
    Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
    return canvas
  }
}
