import type { Point } from '../geometry.ts'
import type { Layer, View } from '../layers/layer.ts'
import { PinLayer } from '../layers/pin-layer.ts'
import type { MapPin } from '../marker.ts'

/** Arms of the cross, in CSS pixels. */
const arm = 14

/** The monitors of the tool, and the crosshair that the keyboard moves. */
export class MonitorToolLayer implements Layer {
  readonly #pins = new PinLayer()
  #crosshair: Point | undefined

  show(monitors: readonly MapPin[], crosshair: Point | undefined): void {
    this.#pins.setPins(monitors)
    this.#crosshair = crosshair
  }

  draw(view: View): void {
    this.#pins.draw(view)
    if (this.#crosshair) drawCrosshair(view, this.#crosshair)
  }

  dispose(): void {
    this.#pins.dispose()
    this.#crosshair = undefined
  }
}

/** A cross that the keyboard carries, drawn twice, light under dark, so that it is seen on every plan. */
export function drawCrosshair({ ctx, camera, ratio, tokens }: View, place: Point): void {
  const { x, y } = camera.toScreen(place)
  ctx.save()
  ctx.scale(ratio, ratio)
  for (const [colour, width] of [
    [tokens.surface, 5],
    [tokens.text, 2],
  ] as const) {
    ctx.beginPath()
    ctx.moveTo(x - arm, y)
    ctx.lineTo(x + arm, y)
    ctx.moveTo(x, y - arm)
    ctx.lineTo(x, y + arm)
    ctx.strokeStyle = colour
    ctx.lineWidth = width
    ctx.lineCap = 'round'
    ctx.stroke()
  }
  ctx.restore()
}
