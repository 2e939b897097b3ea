import type { Point, Rect, Size } from '../geometry.ts'
import type { MapFence } from '../marker.ts'
import type { Layer, View } from './layer.ts'

/** Three pixels on screen at every zoom, seven per cent fill (specification 1 §9, design language "Maps"). */
const line = 3
const fillOpacity = 0.07
/** Of a fence that is pointed at in the list beside the map. */
const markedFillOpacity = 0.22
const tab = {
  height: 23,
  padding: 9,
  font: '600 13px "Segoe UI", Inter, Roboto, "Noto Sans", Arial, sans-serif',
}

export class FenceLayer implements Layer {
  #fences: readonly MapFence[] = []

  setFences(fences: readonly MapFence[]): void {
    this.#fences = fences
  }

  draw(view: View): void {
    const { pen, ratio } = view
    pen.save()
    pen.scale(ratio, ratio)
    for (const fence of this.#fences) drawFence(view, fence)
    pen.restore()
  }

  dispose(): void {
    this.#fences = []
  }
}

/** Fills and edges a rectangle given in CSS pixels of the view. */
export function paintFence(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: Rect,
  colour: string,
  strength: number,
  fill = fillOpacity,
): void {
  pen.fillStyle = colour
  pen.globalAlpha = fill * strength
  pen.fillRect(x, y, width, height)
  pen.globalAlpha = strength
  pen.strokeStyle = colour
  pen.lineWidth = line
  pen.lineJoin = 'miter'
  pen.strokeRect(x, y, width, height)
  pen.globalAlpha = 1
}

function drawFence({ pen, camera, tokens }: View, fence: MapFence): void {
  const { x, y } = camera.toScreen(fence)
  const box = { x, y, width: fence.width * camera.scale, height: fence.height * camera.scale }
  const strength = fence.dimmed && !fence.marked ? 0.5 : 1
  paintFence(pen, box, tokens.fence, strength, fence.marked ? markedFillOpacity : fillOpacity)
  pen.globalAlpha = strength
  pen.fillStyle = tokens.fence
  // On a tab of half strength only the text's own colour can be read.
  const ink = strength < 1 ? tokens.text : tokens.marker.pin.glyph
  const seen = x < camera.viewport.width
  if (fence.name && seen) drawTab(pen, fence.name, ink, { x: x - line / 2, y: y - line / 2 }, camera.viewport)
  pen.globalAlpha = 1
}

/** Stands on the fence's upper left corner, moved to the left where it would leave the view. */
function drawTab(
  pen: CanvasRenderingContext2D,
  name: string,
  colour: string,
  { x, y: bottom }: Point,
  view: Size,
): void {
  pen.font = tab.font
  const width = pen.measureText(name).width + 2 * tab.padding
  const left = Math.min(x, Math.max(0, view.width - width))
  pen.beginPath()
  pen.roundRect(left, bottom - tab.height, width, tab.height, [3, 3, 0, 0])
  pen.fill()
  pen.globalAlpha = 1
  pen.fillStyle = colour
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillText(name, left + tab.padding, bottom - tab.height / 2 + 0.5)
}
