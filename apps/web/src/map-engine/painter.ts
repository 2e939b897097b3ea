import type { Tokens } from '../ui/tokens.ts'
import type { Camera } from './camera.ts'
import type { MapEnvironment } from './environment.ts'
import type { Size } from './geometry.ts'
import { FenceLayer } from './layers/fence-layer.ts'
import { FigureLayer } from './layers/figure-layer.ts'
import type { Layer, View } from './layers/layer.ts'
import { MarkerLayer } from './layers/marker-layer.ts'
import { PlanLayer } from './layers/plan-layer.ts'
import type { Scene } from './scene.ts'
import { Sprites } from './sprites/sprites.ts'

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw on a canvas.')
  return pen
}

/**
 * The two canvases of a map and their layers: below what changes with the camera alone, above what moves.
 * A gliding marker therefore never costs a repaint of the plan.
 */
export class Painter {
  readonly plan: PlanLayer
  readonly fences = new FenceLayer()
  readonly markers: MarkerLayer
  readonly figures = new FigureLayer()
  readonly #environment: MapEnvironment
  readonly #camera: Camera
  readonly #below: HTMLCanvasElement
  readonly #above: HTMLCanvasElement
  #tool: Layer | undefined
  #tokens: Tokens
  #sprites: Sprites

  constructor(host: HTMLElement, environment: MapEnvironment, tokens: Tokens, camera: Camera, scene: Scene) {
    this.#environment = environment
    this.#camera = camera
    this.#tokens = tokens
    this.plan = new PlanLayer(environment)
    this.markers = new MarkerLayer(scene)
    this.#sprites = new Sprites(environment, tokens, environment.pixelRatio())
    this.#below = this.#canvas()
    this.#above = this.#canvas()
    host.prepend(this.#below, this.#above)
  }

  setTokens(tokens: Tokens): void {
    this.#tokens = tokens
    this.#sprites.dispose()
    this.#sprites = new Sprites(this.#environment, tokens, this.#sprites.ratio)
  }

  /** What a tool draws, above everything else. */
  setToolLayer(layer: Layer | undefined): void {
    this.#tool = layer
  }

  /** @param size of the host in CSS pixels */
  resize(size: Size): void {
    const ratio = this.#environment.pixelRatio()
    if (ratio !== this.#sprites.ratio) this.#sprites = new Sprites(this.#environment, this.#tokens, ratio)
    for (const canvas of [this.#below, this.#above]) {
      canvas.width = Math.round(size.width * ratio)
      canvas.height = Math.round(size.height * ratio)
    }
  }

  drawPlan(): void {
    this.#draw(this.#below, [this.plan, this.fences])
  }

  drawMarkers(): void {
    this.#draw(this.#above, [this.markers, this.figures, ...(this.#tool ? [this.#tool] : [])])
  }

  dispose(): void {
    for (const layer of [this.plan, this.fences, this.markers, this.figures]) layer.dispose()
    this.#sprites.dispose()
    this.#below.remove()
    this.#above.remove()
  }

  #draw(canvas: HTMLCanvasElement, layers: readonly Layer[]): void {
    const pen = context(canvas)
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, canvas.width, canvas.height)
    const view: View = {
      pen,
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
