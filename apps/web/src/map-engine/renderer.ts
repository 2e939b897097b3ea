import type { Tokens } from '../ui/tokens.ts'
import type { Camera } from './camera.ts'
import type { MapEnvironment } from './environment.ts'
import type { Point, Size } from './geometry.ts'
import { GeofenceLayer } from './layers/geofence-layer.ts'
import { HeatLayer } from './layers/heat-layer.ts'
import { drawLabel } from './layers/label.ts'
import type { Layer, View } from './layers/layer.ts'
import { MarkerLayer } from './layers/marker-layer.ts'
import { PlanLayer } from './layers/plan-layer.ts'
import { type MapPin, type MapTrail, markerSize } from './marker.ts'
import type { MarkerLayout } from './marker-layout.ts'
import { SpriteCache } from './sprites/sprite-cache.ts'

/** Line width in CSS pixels. */
const line = 3
const dot = 3
const aheadOpacity = 0.3

/** Layer with the trail of an asset; the part after the shown moment is faint. */
class TrailLayer implements Layer {
  #trail: MapTrail | undefined

  setTrail(trail: MapTrail | undefined): void {
    this.#trail = trail
  }

  draw({ ctx, camera, tokens, ratio }: View): void {
    if (!this.#trail) return
    const { points, reached } = this.#trail
    const onScreen = points.map((point) => camera.toScreen(point))
    ctx.save()
    ctx.scale(ratio, ratio)
    ctx.lineWidth = line
    ctx.lineJoin = 'round'
    ctx.lineCap = 'round'
    ctx.strokeStyle = tokens.link
    ctx.fillStyle = tokens.link
    ctx.globalAlpha = aheadOpacity
    drawLine(ctx, onScreen.slice(reached))
    ctx.globalAlpha = 1
    const passed = onScreen.slice(0, reached + 1)
    drawLine(ctx, passed)
    for (const [index, { x, y }] of passed.entries()) {
      if (points[index]?.corner) continue
      ctx.beginPath()
      ctx.arc(x, y, dot, 0, 2 * Math.PI)
      ctx.fill()
    }
    ctx.restore()
  }

  dispose(): void {
    this.#trail = undefined
  }
}

function drawLine(ctx: CanvasRenderingContext2D, points: readonly Point[]): void {
  if (points.length < 2) return
  ctx.beginPath()
  for (const [index, { x, y }] of points.entries()) {
    if (index === 0) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  }
  ctx.stroke()
}

/** Height of a label with its gap, in CSS pixels. */
const labelHeight = 32

/** Layer of pins and monitors, drawn with their foot on a point. */
class PinLayer implements Layer {
  #pins: readonly MapPin[] = []

  setPins(pins: readonly MapPin[]): void {
    this.#pins = pins
  }

  draw(view: View): void {
    for (const pin of this.#pins) drawPinAt(view, pin)
    for (const pin of this.#pins) if (pin.highlighted) drawPinLabel(view, pin)
  }

  dispose(): void {
    this.#pins = []
  }
}

function drawPinAt({ ctx, camera, ratio, sprites }: View, pin: MapPin): void {
  const at = camera.toScreen(pin)
  const { image, half } = sprites.pin(pin.kind)
  ctx.drawImage(image, Math.round(at.x * ratio) - half, Math.round(at.y * ratio) - half)
}

/** Draws the label above the pin, or below its foot where there is no room above. */
function drawPinLabel(view: View, pin: MapPin): void {
  const { ctx, camera, ratio } = view
  const at = camera.toScreen(pin)
  const above = at.y - markerSize[pin.kind].height - labelHeight
  ctx.save()
  ctx.scale(ratio, ratio)
  drawLabel(view, pin.label, { x: at.x, y: above < 0 ? at.y + 6 : above })
  ctx.restore()
}

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
    onPlanReady: () => void,
  ) {
    this.#environment = environment
    this.#camera = camera
    this.#tokens = tokens
    this.plan = new PlanLayer(environment)
    this.heat = new HeatLayer(environment, onPlanReady)
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
