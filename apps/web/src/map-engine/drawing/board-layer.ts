import type { Point } from '../geometry.ts'
import { FigureLayer } from '../layers/figure-layer.ts'
import type { Layer, View } from '../layers/layer.ts'
import type { MapFigure } from '../marker.ts'

/** Arms of the cross, in CSS pixels. */
const arm = 14

/** The monitors of a board, and the cross that the keyboard moves. */
export class BoardLayer implements Layer {
  readonly #figures = new FigureLayer()
  #cross: Point | undefined

  show(monitors: readonly MapFigure[], cross: Point | undefined): void {
    this.#figures.setFigures(monitors)
    this.#cross = cross
  }

  draw(view: View): void {
    this.#figures.draw(view)
    if (this.#cross) paintCross(view, this.#cross)
  }

  dispose(): void {
    this.#figures.dispose()
    this.#cross = undefined
  }
}

/** Drawn twice, light under dark, so that it is seen on every plan. */
function paintCross({ pen, camera, ratio, tokens }: View, place: Point): void {
  const { x, y } = camera.toScreen(place)
  pen.save()
  pen.scale(ratio, ratio)
  for (const [colour, width] of [
    [tokens.surface, 5],
    [tokens.text, 2],
  ] as const) {
    pen.beginPath()
    pen.moveTo(x - arm, y)
    pen.lineTo(x + arm, y)
    pen.moveTo(x, y - arm)
    pen.lineTo(x, y + arm)
    pen.strokeStyle = colour
    pen.lineWidth = width
    pen.lineCap = 'round'
    pen.stroke()
  }
  pen.restore()
}
