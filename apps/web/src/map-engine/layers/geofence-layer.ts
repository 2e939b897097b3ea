import { topOf, traceOutline } from '../fence-outline.ts'
import type { Point, Rect, Size } from '../geometry.ts'
import type { MapFence } from '../marker.ts'
import type { Layer, View } from './layer.ts'

/** Line width on screen at every zoom; the fill has an opacity of 7 %. */
const line = 3
const fillOpacity = 0.07
/** Fill opacity of a fence that is hovered in the list beside the map. */
const markedFillOpacity = 0.22
const tab = {
  height: 23,
  padding: 9,
  font: '600 13px "Segoe UI", Inter, Roboto, "Noto Sans", Arial, sans-serif',
}

export class GeofenceLayer implements Layer {
  #fences: readonly MapFence[] = []

  setFences(fences: readonly MapFence[]): void {
    this.#fences = fences
  }

  draw(view: View): void {
    const { ctx, ratio } = view
    ctx.save()
    ctx.scale(ratio, ratio)
    for (const fence of this.#fences) drawFence(view, fence)
    ctx.restore()
  }

  dispose(): void {
    this.#fences = []
  }
}

/** Fills and outlines a rectangle given in CSS pixels of the view. */
function drawFenceRect(
  ctx: CanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  colour: string,
  strength: number,
  fill = fillOpacity,
): void {
  ctx.beginPath()
  ctx.rect(x, y, width, height)
  paintPath(ctx, colour, strength, fill)
}

function paintPath(ctx: CanvasRenderingContext2D, colour: string, strength: number, fill: number): void {
  ctx.fillStyle = colour
  ctx.globalAlpha = fill * strength
  ctx.fill()
  ctx.globalAlpha = strength
  ctx.strokeStyle = colour
  ctx.lineWidth = line
  ctx.lineJoin = 'miter'
  ctx.stroke()
  ctx.globalAlpha = 1
}

function drawFence({ ctx, camera, tokens }: View, fence: MapFence): void {
  const { scale } = camera
  const { outline } = fence
  const strength = fence.dimmed && !fence.highlighted ? 0.5 : 1
  const fill = fence.highlighted ? markedFillOpacity : fillOpacity
  const { x, y } = camera.toScreen(outline ? topOf(outline) : fence)
  if (outline) {
    traceOutline(ctx, outline, { scale, toScreen: (point) => camera.toScreen(point) })
    paintPath(ctx, tokens.fence, strength, fill)
  } else {
    const box = { x, y, width: fence.width * scale, height: fence.height * scale }
    drawFenceRect(ctx, box, tokens.fence, strength, fill)
  }
  ctx.globalAlpha = strength
  ctx.fillStyle = tokens.fence
  // On a tab of half opacity only the text colour stays readable.
  const ink = strength < 1 ? tokens.text : tokens.marker.pin.glyph
  const seen = x < camera.viewport.width
  if (fence.name && seen) drawTab(ctx, fence.name, ink, { x: x - line / 2, y: y - line / 2 }, camera.viewport)
  ctx.globalAlpha = 1
}

/** Draws the name tab at the fence's upper left corner, shifted left where it would leave the view. */
function drawTab(
  ctx: CanvasRenderingContext2D,
  name: string,
  colour: string,
  { x, y: bottom }: Point,
  view: Size,
): void {
  ctx.font = tab.font
  const width = ctx.measureText(name).width + 2 * tab.padding
  const left = Math.min(x, Math.max(0, view.width - width))
  ctx.beginPath()
  ctx.roundRect(left, bottom - tab.height, width, tab.height, [3, 3, 0, 0])
  ctx.fill()
  ctx.globalAlpha = 1
  ctx.fillStyle = colour
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillText(name, left + tab.padding, bottom - tab.height / 2 + 0.5)
}
