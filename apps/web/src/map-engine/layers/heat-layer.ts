import type { Tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Point, Size } from '../geometry.ts'
import type { Layer, View } from './layer.ts'

/** One of the five chart colours. */
type HeatStep = 'step-1' | 'step-2' | 'step-3' | 'step-4' | 'step-5'

/**
 * Level that colours a point: one of three groups of measured states, or a chart colour for a value of another field.
 */
export type HeatLevel = 'good' | 'middle' | 'poor' | HeatStep

/** A weighted point of a heat map. */
export interface HeatPoint extends Point {
  /** From 0 to 1. */
  readonly weight: number
  /** Level that colours the point's surroundings. Points without a level add up to a density. */
  readonly level?: HeatLevel
}

/** Weighted points of a plan, in pixels of its image. */
export interface HeatMap {
  readonly points: readonly HeatPoint[]
  /** Radius of the heat around a point. */
  readonly radiusMetres: number
  readonly metresPerPixel: number
}

/** Longer side, in pixels, of the picture that is drawn once per heat map and then copied. */
const maxPictureSide = 1024
/** Amount that one point of full weight adds at its centre. Four such points reach the end of the colour ramp. */
const peak = 0.28
/** Leaves the plan readable below the densest place. */
const opacity = 0.72
/** Levels from bottom to top; those that need attention are on top. */
const levels: readonly HeatLevel[] = [
  'step-5',
  'step-4',
  'step-3',
  'step-2',
  'step-1',
  'good',
  'middle',
  'poor',
]

/** Returns the chart colour of a level. */
export const heatColour = (level: HeatLevel, { chart }: Tokens): string =>
  ({
    good: chart[4],
    middle: chart[2],
    poor: chart[0],
    'step-1': chart[0],
    'step-2': chart[1],
    'step-3': chart[2],
    'step-4': chart[3],
    'step-5': chart[4],
  })[level]

interface Picture {
  readonly image: HTMLCanvasElement
  readonly tokens: Tokens
  readonly content: Size
}

/** Layer under the markers that colours the plan by density or by state. */
export class HeatLayer implements Layer {
  readonly #environment: MapEnvironment
  #heat: HeatMap | undefined
  #picture: Picture | undefined

  constructor(environment: MapEnvironment) {
    this.#environment = environment
  }

  setHeat(heat: HeatMap | undefined): void {
    this.#heat = heat
    this.#picture = undefined
  }

  draw({ ctx, camera, tokens, ratio }: View): void {
    const heat = this.#heat
    if (!heat || heat.points.length === 0) return
    const { content } = camera
    if (this.#picture?.tokens !== tokens || this.#picture.content !== content)
      this.#picture = { image: this.#paint(heat, content, tokens), tokens, content }
    const corner = camera.toScreen({ x: 0, y: 0 })
    const scale = camera.scale * ratio
    ctx.save()
    ctx.globalAlpha = opacity
    ctx.imageSmoothingEnabled = true
    ctx.drawImage(
      this.#picture.image,
      corner.x * ratio,
      corner.y * ratio,
      content.width * scale,
      content.height * scale,
    )
    ctx.restore()
  }

  dispose(): void {
    this.setHeat(undefined)
  }

  #paint(heat: HeatMap, content: Size, tokens: Tokens): HTMLCanvasElement {
    const scale = Math.min(1, maxPictureSide / Math.max(content.width, content.height))
    const width = Math.max(1, Math.round(content.width * scale))
    const height = Math.max(1, Math.round(content.height * scale))
    const image = this.#environment.createCanvas(width, height)
    const ctx = image.getContext('2d', { willReadFrequently: true })
    if (!ctx) return image
    const radius = Math.max(1, (heat.radiusMetres / heat.metresPerPixel) * scale)
    const unmeasured = heat.points.filter(({ level }) => level === undefined)
    for (const point of unmeasured) drawDisc(ctx, point, { radius, scale, colour: '#000000', alpha: peak })
    if (unmeasured.length > 0) colourByRamp(ctx, { width, height }, colourRamp(tokens.chart))
    for (const level of levels) {
      const colour = heatColour(level, tokens)
      for (const point of heat.points)
        if (point.level === level) drawDisc(ctx, point, { radius, scale, colour, alpha: 0.85 })
    }
    return image
  }
}

interface Disc {
  /** In pixels of the picture. */
  readonly radius: number
  readonly scale: number
  readonly colour: string
  readonly alpha: number
}

/** Draws a disc that fades outward. */
function drawDisc(
  ctx: CanvasRenderingContext2D,
  { x, y, weight }: HeatPoint,
  { radius, scale, colour, alpha }: Disc,
): void {
  const strength = Math.round(255 * alpha * Math.min(1, Math.max(0, weight)))
  if (strength === 0) return
  const gradient = ctx.createRadialGradient(x * scale, y * scale, 0, x * scale, y * scale, radius)
  gradient.addColorStop(0, `${colour}${strength.toString(16).padStart(2, '0')}`)
  gradient.addColorStop(1, `${colour}00`)
  ctx.fillStyle = gradient
  ctx.fillRect(x * scale - radius, y * scale - radius, 2 * radius, 2 * radius)
}

const channels = (colour: string): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

/** Returns 256 colours from the first step to the last, as red, green and blue in turn. */
export function colourRamp(steps: readonly string[]): Uint8ClampedArray {
  const ramp = new Uint8ClampedArray(256 * 3)
  const colours = steps.map(channels)
  for (let i = 0; i < 256; i++) {
    const place = (i / 255) * (colours.length - 1)
    const from = colours[Math.floor(place)] ?? [0, 0, 0]
    const to = colours[Math.ceil(place)] ?? from
    const part = place - Math.floor(place)
    for (let channel = 0; channel < 3; channel++) {
      const [a, b] = [from[channel] ?? 0, to[channel] ?? 0]
      ramp[i * 3 + channel] = a + (b - a) * part
    }
  }
  return ramp
}

/** Colours the picture by the density accumulated in its alpha channel; alpha stays unchanged. */
function colourByRamp(ctx: CanvasRenderingContext2D, { width, height }: Size, ramp: Uint8ClampedArray): void {
  const pixels = ctx.getImageData(0, 0, width, height)
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const density = data[at + 3] ?? 0
    if (density === 0) continue
    data[at] = ramp[density * 3] ?? 0
    data[at + 1] = ramp[density * 3 + 1] ?? 0
    data[at + 2] = ramp[density * 3 + 2] ?? 0
  }
  ctx.putImageData(pixels, 0, 0)
}
