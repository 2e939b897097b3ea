import type { MarkerPaint, Tokens } from '../../ui/tokens.ts'
import { type MapFigure, markerSize } from '../marker.ts'
import { drawGlyph, type Glyph } from './glyphs.ts'

type Pen = CanvasRenderingContext2D

function castShadow(pen: Pen, ratio: number): void {
  pen.shadowColor = 'rgba(16,27,46,.30)'
  pen.shadowBlur = 4 * ratio
  pen.shadowOffsetY = 1.5 * ratio
}

/** A drop hanging upside down: its tip is the origin, 35 × 50 with its rim. */
function traceDrop(pen: Pen, radius: number, height: number): void {
  const middle = -height + radius
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.bezierCurveTo(-radius * 0.35, -height * 0.17, -radius, middle * 0.62, -radius, middle)
  pen.arc(0, middle, radius, Math.PI, 0)
  pen.bezierCurveTo(radius, middle * 0.62, radius * 0.35, -height * 0.17, 0, 0)
  pen.closePath()
}

function drawPin(pen: Pen, paint: MarkerPaint, glyph: Glyph, tokens: Tokens, ratio: number): void {
  const { width, height } = markerSize.pin
  pen.save()
  castShadow(pen, ratio)
  traceDrop(pen, width / 2, height)
  pen.fillStyle = tokens.scheme === 'dark' ? paint.edge : tokens.surface
  pen.fill()
  pen.restore()
  pen.save()
  pen.translate(0, -2.4)
  traceDrop(pen, width / 2 - 1.5, height - 4)
  pen.fillStyle = paint.fill
  pen.fill()
  pen.restore()
  pen.save()
  pen.translate(0, -height + width / 2 + 0.4)
  pen.scale(1.35, 1.35)
  drawGlyph(pen, glyph, paint.glyph)
  pen.restore()
}

/** A plate on a foot: it stands on the plan, it does not move. */
function drawMonitor(pen: Pen, tokens: Tokens, ratio: number): void {
  const { width, height } = markerSize.monitor
  const paint = tokens.marker.monitor
  const half = width / 2
  pen.save()
  castShadow(pen, ratio)
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(-9.5, -14)
  pen.lineTo(9.5, -14)
  pen.closePath()
  pen.fillStyle = paint.fill
  pen.fill()
  pen.beginPath()
  pen.roundRect(-half, -height, width, width, 9)
  pen.fillStyle = tokens.surface
  pen.fill()
  pen.restore()
  pen.beginPath()
  pen.roundRect(-half + 1.5, -height + 1.5, width - 3, width - 3, 8)
  pen.fillStyle = paint.fill
  pen.fill()
  pen.save()
  pen.translate(0, -height + half)
  drawGlyph(pen, 'radio', paint.glyph)
  pen.restore()
}

/** Where an asset belongs is no alarm and no state: ink. */
const homePaint = ({ text, surface }: Tokens): MarkerPaint => ({ fill: text, edge: surface, glyph: surface })

/** Draws a figure with its foot on the origin. */
export function drawFigure(pen: Pen, kind: MapFigure['kind'], tokens: Tokens, ratio: number): void {
  if (kind === 'monitor') drawMonitor(pen, tokens, ratio)
  else if (kind === 'pin') drawPin(pen, tokens.marker.pin, 'pump', tokens, ratio)
  else drawPin(pen, homePaint(tokens), 'house', tokens, ratio)
}
