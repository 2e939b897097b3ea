import type { MapFigure } from '../marker.ts'
import type { Layer, View } from './layer.ts'

/** Pins and monitors: pictures whose foot stands on a point. */
export class FigureLayer implements Layer {
  #figures: readonly MapFigure[] = []

  setFigures(figures: readonly MapFigure[]): void {
    this.#figures = figures
  }

  draw({ pen, camera, ratio, sprites }: View): void {
    for (const figure of this.#figures) {
      const at = camera.toScreen(figure)
      const { image, half } = sprites.figure(figure.kind)
      pen.drawImage(image, Math.round(at.x * ratio) - half, Math.round(at.y * ratio) - half)
    }
  }

  dispose(): void {
    this.#figures = []
  }
}
