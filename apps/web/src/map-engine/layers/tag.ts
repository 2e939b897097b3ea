import type { Point } from '../geometry.ts'
import type { View } from './layer.ts'

const font = '600 13px "Segoe UI", Inter, Roboto, "Noto Sans", Arial, sans-serif'
const height = 26
const padding = 10

/** A dark label with its upper edge's middle on a point of the view. The pen's unit is the CSS pixel. */
export function paintTag({ pen, tokens }: View, text: string, { x, y }: Point): void {
  pen.font = font
  const width = pen.measureText(text).width + 2 * padding
  pen.beginPath()
  pen.roundRect(x - width / 2, y, width, height, 5)
  pen.fillStyle = tokens.text
  pen.fill()
  pen.fillStyle = tokens.surface
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y + height / 2 + 0.5)
}
