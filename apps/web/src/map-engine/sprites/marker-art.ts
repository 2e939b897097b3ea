import type { MarkerPaint, Tokens } from '../../ui/tokens.ts'
import { type ClusterTone, type MarkerLook, markerSize } from '../marker.ts'
import { drawGlyph, type Glyph } from './glyphs.ts'

type Pen = CanvasRenderingContext2D
/** Opacity of a marker whose position is stale; its clock stays fully visible. */
const staleOpacity = 0.72

type Outline = 'square' | 'circle' | 'diamond'

/** How strongly a marker asks to be seen. `pointed` turns it green, `selected` adds the ring. */
export type Emphasis = 'none' | 'pointed' | 'selected'

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

/** What is left once a marker is green: the pump for equipment, otherwise the sign of its type. */
function glyphOf({ look, emphasis, withGlyph }: MarkerAppearance): Glyph {
  if (!withGlyph && emphasis === 'none') return 'none'
  return emphasis !== 'none' && outlines[look] === 'square' ? 'pump' : glyphs[look]
}

function trace(pen: Pen, outline: Outline, half: number): void {
  pen.beginPath()
  if (outline === 'circle') pen.arc(0, 0, half, 0, 2 * Math.PI)
  else pen.roundRect(-half, -half, 2 * half, 2 * half, half * 0.55)
}

/** A square of half side 10 fills its box; turned by 45° it is drawn smaller, so that its corners stay near. */
function turned(pen: Pen, outline: Outline, draw: (half: number) => void): void {
  pen.save()
  if (outline === 'diamond') pen.rotate(Math.PI / 4)
  draw(outline === 'diamond' ? 8.2 : markerSize.shape / 2)
  pen.restore()
}

/** Shadows ignore the canvas's transform, so their size is given in device pixels. No ratio, no shadow. */
function castShadow(pen: Pen, tokens: Tokens, ratio: number | undefined): void {
  if (ratio === undefined) return
  pen.shadowColor = tokens.scheme === 'dark' ? 'rgba(0,0,0,.55)' : 'rgba(16,27,46,.28)'
  pen.shadowBlur = 3.5 * ratio
  pen.shadowOffsetY = 1.2 * ratio
}

/** An inked edge is part of the shape; a light one lies outside it, a rim that lifts the colour off the plan. */
function drawBody(
  pen: Pen,
  outline: Outline,
  paint: MarkerPaint,
  rim: number,
  tokens: Tokens,
  shadowRatio: number | undefined,
): void {
  turned(pen, outline, (half) => {
    pen.save()
    castShadow(pen, tokens, shadowRatio)
    trace(pen, outline, half + rim)
    pen.fillStyle = paint.edge
    pen.fill()
    pen.restore()
    trace(pen, outline, half + rim - markerSize.edge)
    pen.fillStyle = paint.fill
    pen.fill()
  })
}

/** Offline: an empty shape with a dashed edge, so that it reads as "not there" without colour. */
function drawHollow(pen: Pen, paint: MarkerPaint): void {
  const half = markerSize.shape / 2 - 0.2
  trace(pen, 'square', half)
  pen.fillStyle = paint.fill
  pen.fill()
  pen.strokeStyle = paint.edge
  pen.lineWidth = markerSize.edge
  pen.setLineDash([3.2, 2.5])
  pen.stroke()
  pen.setLineDash([])
}

function drawClock(pen: Pen, tokens: Tokens): void {
  pen.save()
  pen.translate(9.2, -8.8)
  pen.beginPath()
  pen.arc(0, 0, 6, 0, 2 * Math.PI)
  pen.fillStyle = tokens.surface
  pen.fill()
  pen.strokeStyle = tokens.warnIcon
  pen.lineWidth = 1.4
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke()
  pen.beginPath()
  pen.moveTo(0, -3)
  pen.lineTo(0, 0.2)
  pen.lineTo(1.9, 1.4)
  pen.stroke()
  pen.restore()
}

/** The ring of the selected one: 2.2 wide, 5.5 off the shape, over a surface halo. */
function drawRing(pen: Pen, outline: Outline, half: number, tokens: Tokens, ratio: number): void {
  pen.save()
  if (outline === 'diamond') pen.rotate(Math.PI / 4)
  const at = half + 5.5 + 1.1
  pen.save()
  castShadow(pen, tokens, ratio)
  trace(pen, outline, at)
  pen.strokeStyle = tokens.surface
  pen.lineWidth = 5
  pen.stroke()
  pen.restore()
  trace(pen, outline, at)
  pen.strokeStyle = tokens.text
  pen.lineWidth = 2.2
  pen.stroke()
  pen.restore()
}

/** Makes all that is drawn so far paler, as one picture: parts drawn paler would shine through one another. */
function fade(pen: Pen): void {
  pen.save()
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.globalCompositeOperation = 'destination-in'
  pen.fillStyle = `rgba(0,0,0,${staleOpacity})`
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height)
  pen.restore()
}

function drawShape(pen: Pen, appearance: MarkerAppearance, tokens: Tokens, ratio: number): void {
  const outline = outlines[appearance.look]
  const green = appearance.emphasis !== 'none'
  const paint = green ? tokens.marker.pointed : paintOf(appearance.look, tokens)
  if (appearance.look === 'offline' && !green) drawHollow(pen, paint)
  else {
    const inked = !green && (paint === tokens.marker.rest || paint === tokens.marker.infusing)
    const rim = inked ? markerSize.edge / 2 : markerSize.edge
    // In a crowd of hundreds, shadows would only smudge.
    drawBody(pen, outline, paint, rim, tokens, appearance.withGlyph || green ? ratio : undefined)
  }
  drawGlyph(pen, glyphOf(appearance), paint.glyph)
}

/** Draws one marker around the origin of a canvas that holds nothing else. */
export function drawMarker(pen: Pen, appearance: MarkerAppearance, tokens: Tokens, ratio: number): void {
  const outline = outlines[appearance.look]
  drawShape(pen, appearance, tokens, ratio)
  if (appearance.stale) {
    fade(pen)
    drawClock(pen, tokens)
  }
  if (appearance.emphasis === 'selected') {
    drawRing(pen, outline, outline === 'diamond' ? 8.2 : markerSize.shape / 2, tokens, ratio)
  }
}

/** How a cluster looks. */
export interface ClusterAppearance {
  readonly count: number
  readonly tone: ClusterTone
  readonly emphasis: Emphasis
}

function clusterPaint({ tone, emphasis }: ClusterAppearance, tokens: Tokens): MarkerPaint {
  if (emphasis !== 'none') return tokens.marker.pointed
  const { text, surface } = tokens
  return tone === 'yellow' ? tokens.marker.rest : { fill: text, edge: surface, glyph: surface }
}

/** Two stacked squares with the count on the front one. */
export function drawCluster(pen: Pen, appearance: ClusterAppearance, tokens: Tokens, ratio: number): void {
  const { count, tone, emphasis } = appearance
  const paint = clusterPaint(appearance, tokens)
  const back = emphasis === 'none' && tone === 'yellow' ? tokens.marker.infusing : paint
  const half = markerSize.cluster / 2
  for (const [shift, fill] of [
    [2.6, back.fill],
    [0, paint.fill],
  ] as const) {
    pen.save()
    pen.translate(shift, -shift)
    pen.save()
    castShadow(pen, tokens, ratio)
    pen.beginPath()
    pen.roundRect(-half, -half, 2 * half, 2 * half, 7.5)
    pen.fillStyle = fill
    pen.fill()
    pen.restore()
    pen.strokeStyle = paint.edge
    pen.lineWidth = markerSize.edge
    pen.stroke()
    pen.restore()
  }
  pen.fillStyle = paint.glyph
  pen.font = `700 ${count < 1000 ? 14 : 11}px "Segoe UI", Inter, Roboto, "Noto Sans", Arial, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(String(count), 0, 0.8)
  if (emphasis === 'selected') drawRing(pen, 'square', half, tokens, ratio)
}
