import type { Point } from '../geometry.ts'
import type { View } from './layer.ts'

const font = '600 13px "Segoe UI", Inter, Roboto, "Noto Sans", Arial, sans-serif'
const height = 26
const padding = 10

/** Draws a dark label whose upper edge is centred on a point of the view. The context's unit is the CSS pixel. */
export function drawLabel(
  { ctx, tokens }: Pick<View, 'ctx' | 'tokens'>,
  text: string,
  { x, y }: Point,
): void {
  ctx.font = font
  const width = ctx.measureText(text).width + 2 * padding
  ctx.beginPath()
  ctx.roundRect(x - width / 2, y, width, height, 5)
  ctx.fillStyle = tokens.text
  ctx.fill()
  ctx.fillStyle = tokens.surface
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, y + height / 2 + 0.5)
}
