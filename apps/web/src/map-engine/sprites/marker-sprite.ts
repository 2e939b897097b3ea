import type { MarkerPaint, Tokens } from '../../ui/tokens.ts'
import { type ClusterTone, type MarkerLook, markerSize } from '../marker.ts'
import { drawGlyph, type Glyph } from './glyphs.ts'

type Context2D = CanvasRenderingContext2D
/** Opacity of a marker whose position is stale; its clock stays fully visible. */
const staleOpacity = 0.72

type Outline = 'square' | 'circle' | 'diamond'

/** Emphasis of a marker. `hovered` turns it green, `selected` adds the ring. */
export type Emphasis = 'none' | 'hovered' | 'selected'

export interface MarkerAppearance {
  readonly look: MarkerLook
  readonly emphasis: Emphasis
  readonly stale: boolean
  readonly withGlyph: boolean
}

const outlines: Record<MarkerLook, Outline> = {
  rest: 'square',
  infusing: 'square',
  offline: 'square',
  equipment: 'square',
  clinician: 'circle',
  patient: 'diamond',
  'clinician-alert': 'circle',
  'patient-alert': 'diamond',
}

const glyphs: Record<MarkerLook, Glyph> = {
  rest: 'pump',
  infusing: 'drop',
  offline: 'slash',
  equipment: 'pump',
  clinician: 'cross',
  patient: 'person',
  'clinician-alert': 'cross',
  'patient-alert': 'person',
}

const paintOf = (look: MarkerLook, { marker }: Tokens): MarkerPaint =>
  look === 'clinician-alert' || look === 'patient-alert' ? marker.rest : marker[look]

/** Returns the glyph of a green marker: the pump for equipment, otherwise the glyph of its type. */
function glyphOf({ look, emphasis, withGlyph }: MarkerAppearance): Glyph {
  if (!withGlyph && emphasis === 'none') return 'none'
  return emphasis !== 'none' && outlines[look] === 'square' ? 'pump' : glyphs[look]
}

function trace(ctx: Context2D, outline: Outline, half: number): void {
  ctx.beginPath()
  if (outline === 'circle') ctx.arc(0, 0, half, 0, 2 * Math.PI)
  else ctx.roundRect(-half, -half, 2 * half, 2 * half, half * 0.55)
}

/** Draws a square of half side 10, or a smaller one turned by 45°, so that its corners stay inside its box. */
function withOutlineRotation(ctx: Context2D, outline: Outline, draw: (half: number) => void): void {
  ctx.save()
  if (outline === 'diamond') ctx.rotate(Math.PI / 4)
  draw(outline === 'diamond' ? 8.2 : markerSize.shape / 2)
  ctx.restore()
}

/**
 * Sets the shadow in device pixels, because shadows ignore the canvas's transform. Without a ratio there is no
 * shadow.
 */
function castShadow(ctx: Context2D, tokens: Tokens, ratio: number | undefined): void {
  if (ratio === undefined) return
  ctx.shadowColor = tokens.scheme === 'dark' ? 'rgba(0,0,0,.55)' : 'rgba(16,27,46,.28)'
  ctx.shadowBlur = 3.5 * ratio
  ctx.shadowOffsetY = 1.2 * ratio
}

/** Draws the shape. A dark edge is part of the shape; a light edge lies outside it and separates it from the plan. */
function drawBody(
  ctx: Context2D,
  outline: Outline,
  paint: MarkerPaint,
  rim: number,
  tokens: Tokens,
  shadowRatio: number | undefined,
): void {
  withOutlineRotation(ctx, outline, (half) => {
    ctx.save()
    castShadow(ctx, tokens, shadowRatio)
    trace(ctx, outline, half + rim)
    ctx.fillStyle = paint.edge
    ctx.fill()
    ctx.restore()
    trace(ctx, outline, half + rim - markerSize.edge)
    ctx.fillStyle = paint.fill
    ctx.fill()
  })
}

/** Draws an offline marker: an empty shape with a dashed edge, which is clear without colour. */
function drawHollow(ctx: Context2D, paint: MarkerPaint): void {
  const half = markerSize.shape / 2 - 0.2
  trace(ctx, 'square', half)
  ctx.fillStyle = paint.fill
  ctx.fill()
  ctx.strokeStyle = paint.edge
  ctx.lineWidth = markerSize.edge
  ctx.setLineDash([3.2, 2.5])
  ctx.stroke()
  ctx.setLineDash([])
}

function drawClock(ctx: Context2D, tokens: Tokens): void {
  ctx.save()
  ctx.translate(9.2, -8.8)
  ctx.beginPath()
  ctx.arc(0, 0, 6, 0, 2 * Math.PI)
  ctx.fillStyle = tokens.surface
  ctx.fill()
  ctx.strokeStyle = tokens.warnIcon
  ctx.lineWidth = 1.4
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.stroke()
  ctx.beginPath()
  ctx.moveTo(0, -3)
  ctx.lineTo(0, 0.2)
  ctx.lineTo(1.9, 1.4)
  ctx.stroke()
  ctx.restore()
}

/** Draws the ring of a selected marker: 2.2 wide, 5.5 off the shape, over a halo in the surface colour. */
function drawRing(ctx: Context2D, outline: Outline, half: number, tokens: Tokens, ratio: number): void {
  ctx.save()
  if (outline === 'diamond') ctx.rotate(Math.PI / 4)
  const at = half + 5.5 + 1.1
  ctx.save()
  castShadow(ctx, tokens, ratio)
  trace(ctx, outline, at)
  ctx.strokeStyle = tokens.surface
  ctx.lineWidth = 5
  ctx.stroke()
  ctx.restore()
  trace(ctx, outline, at)
  ctx.strokeStyle = tokens.text
  ctx.lineWidth = 2.2
  ctx.stroke()
  ctx.restore()
}

/** Fades everything drawn so far as one picture. Separately faded parts would shine through one another. */
function fade(ctx: Context2D): void {
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalCompositeOperation = 'destination-in'
  ctx.fillStyle = `rgba(0,0,0,${staleOpacity})`
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height)
  ctx.restore()
}

function drawShape(ctx: Context2D, appearance: MarkerAppearance, tokens: Tokens, ratio: number): void {
  const outline = outlines[appearance.look]
  const green = appearance.emphasis !== 'none'
  const paint = green ? tokens.marker.hovered : paintOf(appearance.look, tokens)
  if (appearance.look === 'offline' && !green) drawHollow(ctx, paint)
  else {
    const hasDarkEdge = !green && (paint === tokens.marker.rest || paint === tokens.marker.infusing)
    const rim = hasDarkEdge ? markerSize.edge / 2 : markerSize.edge
    // Shadows are not visible among hundreds of markers.
    drawBody(ctx, outline, paint, rim, tokens, appearance.withGlyph || green ? ratio : undefined)
  }
  drawGlyph(ctx, glyphOf(appearance), paint.glyph)
}

/** Draws one marker around the origin of an empty canvas. */
export function drawMarker(
  ctx: Context2D,
  appearance: MarkerAppearance,
  tokens: Tokens,
  ratio: number,
): void {
  const outline = outlines[appearance.look]
  drawShape(ctx, appearance, tokens, ratio)
  if (appearance.stale) {
    fade(ctx)
    drawClock(ctx, tokens)
  }
  if (appearance.emphasis === 'selected') {
    drawRing(ctx, outline, outline === 'diamond' ? 8.2 : markerSize.shape / 2, tokens, ratio)
  }
}

/** Draws the dashed circle of a marker whose room alone is known. */
export function drawRoomCircle(ctx: Context2D, tokens: Tokens): void {
  ctx.save()
  ctx.beginPath()
  ctx.arc(0, 0, markerSize.room / 2 - 1, 0, 2 * Math.PI)
  ctx.fillStyle = ctx.strokeStyle = tokens.link
  ctx.globalAlpha = 0.12
  ctx.fill()
  ctx.globalAlpha = 0.8
  ctx.lineWidth = 1.2
  ctx.setLineDash([2.5, 2.5])
  ctx.stroke()
  ctx.restore()
}

/** Appearance of a cluster. */
export interface ClusterAppearance {
  readonly count: number
  readonly tone: ClusterTone
  readonly emphasis: Emphasis
}

function clusterPaint({ tone, emphasis }: ClusterAppearance, tokens: Tokens): MarkerPaint {
  if (emphasis !== 'none') return tokens.marker.hovered
  const { text, surface } = tokens
  return tone === 'yellow' ? tokens.marker.rest : { fill: text, edge: surface, glyph: surface }
}

/** Draws two stacked squares with the count on the front one. */
export function drawCluster(
  ctx: Context2D,
  appearance: ClusterAppearance,
  tokens: Tokens,
  ratio: number,
): void {
  const { count, tone, emphasis } = appearance
  const paint = clusterPaint(appearance, tokens)
  const back = emphasis === 'none' && tone === 'yellow' ? tokens.marker.infusing : paint
  const half = markerSize.cluster / 2
  for (const [shift, fill] of [
    [2.6, back.fill],
    [0, paint.fill],
  ] as const) {
    ctx.save()
    ctx.translate(shift, -shift)
    ctx.save()
    castShadow(ctx, tokens, ratio)
    ctx.beginPath()
    ctx.roundRect(-half, -half, 2 * half, 2 * half, 7.5)
    ctx.fillStyle = fill
    ctx.fill()
    ctx.restore()
    ctx.strokeStyle = paint.edge
    ctx.lineWidth = markerSize.edge
    ctx.stroke()
    ctx.restore()
  }
  ctx.fillStyle = paint.glyph
  ctx.font = `700 ${count < 1000 ? 14 : 11}px "Segoe UI", Inter, Roboto, "Noto Sans", Arial, sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(String(count), 0, 0.8)
  if (emphasis === 'selected') drawRing(ctx, 'square', half, tokens, ratio)
}
