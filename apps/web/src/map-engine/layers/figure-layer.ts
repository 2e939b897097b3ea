import { type MapFigure, markerSize } from '../marker.ts'
import type { Layer, View } from './layer.ts'
import { paintTag } from './tag.ts'

/** A label with its gap, in CSS pixels. */
const labelHeight = 32

/** Pins and monitors: pictures whose foot stands on a point. */
export class FigureLayer implements Layer {
  #figures: readonly MapFigure[] = []

  setFigures(figures: readonly MapFigure[]): void {
    this.#figures = figures
  }

  draw(view: View): void {
    for (const figure of this.#figures) drawFigureOn(view, figure)
    for (const figure of this.#figures) if (figure.marked) drawLabel(view, figure)
  }

  dispose(): void {
    this.#figures = []
  }
}

function drawFigureOn({ pen, camera, ratio, sprites }: View, figure: MapFigure): void {
  const at = camera.toScreen(figure)
  const { image, half } = sprites.figure(figure.kind)
  pen.drawImage(image, Math.round(at.x * ratio) - half, Math.round(at.y * ratio) - half)
}

/** Above the figure, or below its foot where there is no room above. */
function drawLabel(view: View, figure: MapFigure): void {
  const { pen, camera, ratio } = view
  const at = camera.toScreen(figure)
  const above = at.y - markerSize[figure.kind].height - labelHeight
  pen.save()
  pen.scale(ratio, ratio)
  paintTag(view, figure.label, { x: at.x, y: above < 0 ? at.y + 6 : above })
  pen.restore()
}
