import type { MarkerPaint, Tokens } from '../../ui/tokens.ts'
import { type MapPin, markerSize } from '../marker.ts'
import { drawGlyph, type Glyph } from './glyphs.ts'

type Context2D = CanvasRenderingContext2D

function castShadow(ctx: Context2D, ratio: number): void {
  ctx.shadowColor = 'rgba(16,27,46,.30)'
  ctx.shadowBlur = 4 * ratio
  ctx.shadowOffsetY = 1.5 * ratio
}

/** Traces an upside-down drop with its tip on the origin, 35 × 50 with its rim. */
function traceDrop(ctx: Context2D, radius: number, height: number): void {
  const middle = -height + radius
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.bezierCurveTo(-radius * 0.35, -height * 0.17, -radius, middle * 0.62, -radius, middle)
  ctx.arc(0, middle, radius, Math.PI, 0)
  ctx.bezierCurveTo(radius, middle * 0.62, radius * 0.35, -height * 0.17, 0, 0)
  ctx.closePath()
}

function drawDropPin(ctx: Context2D, paint: MarkerPaint, glyph: Glyph, tokens: Tokens, ratio: number): void {
  const { width, height } = markerSize.pin
  ctx.save()
  castShadow(ctx, ratio)
  traceDrop(ctx, width / 2, height)
  ctx.fillStyle = tokens.scheme === 'dark' ? paint.edge : tokens.surface
  ctx.fill()
  ctx.restore()
  ctx.save()
  ctx.translate(0, -2.4)
  traceDrop(ctx, width / 2 - 1.5, height - 4)
  ctx.fillStyle = paint.fill
  ctx.fill()
  ctx.restore()
  ctx.save()
  ctx.translate(0, -height + width / 2 + 0.4)
  ctx.scale(1.35, 1.35)
  drawGlyph(ctx, glyph, paint.glyph)
  ctx.restore()
}

/** Draws a plate on a foot, the sign of a device that does not move. */
function drawMonitor(ctx: Context2D, tokens: Tokens, ratio: number): void {
  const { width, height } = markerSize.monitor
  const paint = tokens.marker.monitor
  const half = width / 2
  ctx.save()
  castShadow(ctx, ratio)
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.lineTo(-9.5, -14)
  ctx.lineTo(9.5, -14)
  ctx.closePath()
  ctx.fillStyle = paint.fill
  ctx.fill()
  ctx.beginPath()
  ctx.roundRect(-half, -height, width, width, 9)
  ctx.fillStyle = tokens.surface
  ctx.fill()
  ctx.restore()
  ctx.beginPath()
  ctx.roundRect(-half + 1.5, -height + 1.5, width - 3, width - 3, 8)
  ctx.fillStyle = paint.fill
  ctx.fill()
  ctx.save()
  ctx.translate(0, -height + half)
  drawGlyph(ctx, 'radio', paint.glyph)
  ctx.restore()
}

/** A home location is neither an alarm nor a state, so it is drawn in ink. */
const homePaint = ({ text, surface }: Tokens): MarkerPaint => ({ fill: text, edge: surface, glyph: surface })

/** Draws a pin with its foot on the origin. */
export function drawPin(ctx: Context2D, kind: MapPin['kind'], tokens: Tokens, ratio: number): void {
  if (kind === 'monitor') drawMonitor(ctx, tokens, ratio)
  else if (kind === 'pin') drawDropPin(ctx, tokens.marker.pin, 'pump', tokens, ratio)
  else drawDropPin(ctx, homePaint(tokens), 'house', tokens, ratio)
}
