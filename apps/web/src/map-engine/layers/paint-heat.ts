import type { Tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Size } from '../geometry.ts'
import { type HeatLevel, type HeatMap, type HeatPoint, heatColour } from './heat-map.ts'

/** Longer side, in pixels, of the picture that is drawn once per heat map and then copied. */
const maxPictureSide = 1024
/** Amount that one point of full weight adds at its centre. Four such points reach the end of the colour ramp. */
const peak = 0.28
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

/** {@link paintHeat} */
export type PaintHeat = typeof paintHeat

/** Paints a heat map once, to be copied while the plan moves. */
export function paintHeat(
  heat: HeatMap,
  content: Size,
  tokens: Tokens,
  environment: MapEnvironment,
): HTMLCanvasElement {
  const scale = Math.min(1, maxPictureSide / Math.max(content.width, content.height))
  const width = Math.max(1, Math.round(content.width * scale))
  const height = Math.max(1, Math.round(content.height * scale))
  const image = environment.createCanvas(width, height)
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
