import type { Tokens } from '../../ui/tokens.ts'
import type { Camera } from '../camera.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Size } from '../geometry.ts'
import type { Layer, View } from './layer.ts'

export type PlanImage = (ImageBitmap | HTMLImageElement | HTMLCanvasElement) & Size

/** Turns a scan on white paper into one that fits a dark screen, hues kept (design language, "Maps"). */
const darkFilter = 'invert(.91) hue-rotate(180deg)'
/** A scaled copy larger than this is not kept: 16 million pixels are 64 MB. */
const largestCopy = 16_000_000

/** The uploaded plan, or squared paper where there is none. */
export class PlanLayer implements Layer {
  readonly #environment: MapEnvironment
  #image: PlanImage | undefined
  #original = false
  #dark: HTMLCanvasElement | undefined
  #scaled: { image: HTMLCanvasElement; scale: number; source: PlanImage } | undefined
  #lastScale = 0

  constructor(environment: MapEnvironment) {
    this.#environment = environment
  }

  setImage(image: PlanImage | undefined): void {
    this.#image = image
    this.#dark = undefined
    this.#scaled = undefined
  }

  /** Leaves the image as it was uploaded, in dark too. */
  setOriginalColours(original: boolean): void {
    this.#original = original
  }

  draw({ pen, camera, tokens, ratio }: View): void {
    const corner = camera.toScreen({ x: 0, y: 0 })
    const scale = camera.scale * ratio
    const x = Math.round(corner.x * ratio)
    const y = Math.round(corner.y * ratio)
    const width = camera.content.width * scale
    const height = camera.content.height * scale
    if (!this.#image) {
      drawSquaredPaper(pen, { x, y, width, height }, tokens, ratio)
      return
    }
    const source =
      tokens.scheme === 'dark' && !this.#original ? this.#darkened(this.#image, tokens) : this.#image
    const copy = this.#copyAt(source, camera, scale)
    if (copy) pen.drawImage(copy, x, y)
    else paint(pen, source, x, y, width, height)
  }

  dispose(): void {
    this.setImage(undefined)
  }

  #darkened(image: PlanImage, tokens: Tokens): HTMLCanvasElement {
    if (this.#dark) return this.#dark
    const canvas = this.#environment.createCanvas(image.width, image.height)
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.filter = darkFilter
      pen.drawImage(image, 0, 0)
      // What was white paper becomes the card it lies on, instead of a grey sheet; all else keeps its distance.
      pen.filter = 'none'
      pen.globalCompositeOperation = 'lighter'
      pen.fillStyle = tintTo(tokens.surface)
      pen.fillRect(0, 0, image.width, image.height)
    }
    this.#dark = canvas
    return canvas
  }

  /** While a scale lasts (panning), the plan is scaled once and then only copied. */
  #copyAt(source: PlanImage, camera: Camera, scale: number): HTMLCanvasElement | undefined {
    if (this.#scaled?.scale === scale && this.#scaled.source === source) return this.#scaled.image
    const settled = this.#lastScale === scale
    this.#lastScale = scale
    const width = Math.round(camera.content.width * scale)
    const height = Math.round(camera.content.height * scale)
    if (!settled || width * height > largestCopy || width < 1 || height < 1) return undefined
    const image = this.#environment.createCanvas(width, height)
    const pen = image.getContext('2d')
    if (!pen) return undefined
    paint(pen, source, 0, 0, width, height)
    this.#scaled = { image, scale, source }
    return image
  }
}

/** What has to be added to the filter's darkest grey, 9 % of white, to make it this colour (`#RRGGBB`). */
function tintTo(colour: string): string {
  const darkest = Math.round(255 * 0.09)
  const channels = [1, 3, 5].map((at) => Math.max(0, Number.parseInt(colour.slice(at, at + 2), 16) - darkest))
  return `rgb(${channels.join(' ')})`
}

function paint(
  pen: CanvasRenderingContext2D,
  image: PlanImage,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  pen.imageSmoothingEnabled = true
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, x, y, w, h)
}

function drawSquaredPaper(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: Size & { x: number; y: number },
  { plan }: Tokens,
  ratio: number,
): void {
  pen.fillStyle = plan.corridor
  pen.fillRect(x, y, width, height)
  pen.strokeStyle = plan.core
  pen.lineWidth = ratio
  const step = 24 * ratio
  pen.beginPath()
  for (let at = x + step; at < x + width; at += step) {
    pen.moveTo(at, y)
    pen.lineTo(at, y + height)
  }
  for (let at = y + step; at < y + height; at += step) {
    pen.moveTo(x, at)
    pen.lineTo(x + width, at)
  }
  pen.stroke()
  pen.strokeStyle = plan.furniture
  pen.strokeRect(x, y, width, height)
}
