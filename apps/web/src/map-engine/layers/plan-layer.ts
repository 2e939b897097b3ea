import type { Tokens } from '../../ui/tokens.ts'
import type { Camera } from '../camera.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Size } from '../geometry.ts'
import type { Layer, View } from './layer.ts'

export type PlanImage = (ImageBitmap | HTMLImageElement | HTMLCanvasElement) & Size

/** Filter that turns a scan on white paper into a dark plan with the same hues. */
const darkFilter = 'invert(.91) hue-rotate(180deg)'
/** Maximum size of a scaled copy that is kept: 16 million pixels are 64 MB. */
const maxCopyPixels = 16_000_000

/** Layer with the uploaded plan, or squared paper without one. */
export class PlanLayer implements Layer {
  readonly #environment: MapEnvironment
  #image: PlanImage | undefined
  #originalColours = false
  #darkCopy: HTMLCanvasElement | undefined
  #scaledImage: { image: HTMLCanvasElement; scale: number; source: PlanImage } | undefined
  #lastScale = 0

  constructor(environment: MapEnvironment) {
    this.#environment = environment
  }

  setImage(image: PlanImage | undefined): void {
    this.#image = image
    this.#darkCopy = undefined
    this.#scaledImage = undefined
  }

  /** Keeps the image's colours in the dark colour scheme too. */
  setOriginalColours(original: boolean): void {
    this.#originalColours = original
  }

  draw({ ctx, camera, tokens, ratio }: View): void {
    const corner = camera.toScreen({ x: 0, y: 0 })
    const scale = camera.scale * ratio
    const x = Math.round(corner.x * ratio)
    const y = Math.round(corner.y * ratio)
    const width = camera.content.width * scale
    const height = camera.content.height * scale
    if (!this.#image) {
      drawGridPaper(ctx, { x, y, width, height }, tokens, ratio)
      return
    }
    const source =
      tokens.scheme === 'dark' && !this.#originalColours ? this.#darkImage(this.#image, tokens) : this.#image
    const copy = this.#scaledCopy(source, camera, scale)
    if (copy) ctx.drawImage(copy, x, y)
    else paint(ctx, source, x, y, width, height)
  }

  dispose(): void {
    this.setImage(undefined)
  }

  #darkImage(image: PlanImage, tokens: Tokens): HTMLCanvasElement {
    if (this.#darkCopy) return this.#darkCopy
    const canvas = this.#environment.createCanvas(image.width, image.height)
    const ctx = canvas.getContext('2d')
    if (ctx) {
      ctx.filter = darkFilter
      ctx.drawImage(image, 0, 0)
      // The tint turns white paper into the card's colour instead of grey. All colours get the same tint.
      ctx.filter = 'none'
      ctx.globalCompositeOperation = 'lighter'
      ctx.fillStyle = tintFor(tokens.surface)
      ctx.fillRect(0, 0, image.width, image.height)
    }
    this.#darkCopy = canvas
    return canvas
  }

  /**
   * Returns a copy of the plan at a scale. While the scale stays the same (panning), the plan is scaled only once.
   */
  #scaledCopy(source: PlanImage, camera: Camera, scale: number): HTMLCanvasElement | undefined {
    if (this.#scaledImage?.scale === scale && this.#scaledImage.source === source)
      return this.#scaledImage.image
    const settled = this.#lastScale === scale
    this.#lastScale = scale
    const width = Math.round(camera.content.width * scale)
    const height = Math.round(camera.content.height * scale)
    if (!settled || width * height > maxCopyPixels || width < 1 || height < 1) return undefined
    const image = this.#environment.createCanvas(width, height)
    const ctx = image.getContext('2d')
    if (!ctx) return undefined
    paint(ctx, source, 0, 0, width, height)
    this.#scaledImage = { image, scale, source }
    return image
  }
}

/** Returns the colour to add to the filter's darkest grey, 9 % of white, to get the given colour (`#RRGGBB`). */
function tintFor(colour: string): string {
  const darkest = Math.round(255 * 0.09)
  const channels = [1, 3, 5].map((at) => Math.max(0, Number.parseInt(colour.slice(at, at + 2), 16) - darkest))
  return `rgb(${channels.join(' ')})`
}

function paint(
  ctx: CanvasRenderingContext2D,
  image: PlanImage,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(image, x, y, w, h)
}

function drawGridPaper(
  ctx: CanvasRenderingContext2D,
  { x, y, width, height }: Size & { x: number; y: number },
  { plan }: Tokens,
  ratio: number,
): void {
  ctx.fillStyle = plan.corridor
  ctx.fillRect(x, y, width, height)
  ctx.strokeStyle = plan.core
  ctx.lineWidth = ratio
  const step = 24 * ratio
  ctx.beginPath()
  for (let at = x + step; at < x + width; at += step) {
    ctx.moveTo(at, y)
    ctx.lineTo(at, y + height)
  }
  for (let at = y + step; at < y + height; at += step) {
    ctx.moveTo(x, at)
    ctx.lineTo(x + width, at)
  }
  ctx.stroke()
  ctx.strokeStyle = plan.furniture
  ctx.strokeRect(x, y, width, height)
}
