import { type MapPin, markerSize } from '../marker.ts'
import { drawLabel } from './label.ts'
import type { Layer, View } from './layer.ts'

/** Height of a label with its gap, in CSS pixels. */
const labelHeight = 32

/** Layer of pins and monitors, drawn with their foot on a point. */
export class PinLayer implements Layer {
  #pins: readonly MapPin[] = []

  setPins(pins: readonly MapPin[]): void {
    this.#pins = pins
  }

  draw(view: View): void {
    for (const pin of this.#pins) drawPinAt(view, pin)
    for (const pin of this.#pins) if (pin.highlighted) drawPinLabel(view, pin)
  }

  dispose(): void {
    this.#pins = []
  }
}

function drawPinAt({ ctx, camera, ratio, sprites }: View, pin: MapPin): void {
  const at = camera.toScreen(pin)
  const { image, half } = sprites.pin(pin.kind)
  ctx.drawImage(image, Math.round(at.x * ratio) - half, Math.round(at.y * ratio) - half)
}

/** Draws the label above the pin, or below its foot where there is no room above. */
function drawPinLabel(view: View, pin: MapPin): void {
  const { ctx, camera, ratio } = view
  const at = camera.toScreen(pin)
  const above = at.y - markerSize[pin.kind].height - labelHeight
  ctx.save()
  ctx.scale(ratio, ratio)
  drawLabel(view, pin.label, { x: at.x, y: above < 0 ? at.y + 6 : above })
  ctx.restore()
}
