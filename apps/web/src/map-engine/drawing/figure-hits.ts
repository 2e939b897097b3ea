import type { Camera } from '../camera.ts'
import type { Point } from '../geometry.ts'
import type { PointerKind } from '../interactions/interaction.ts'
import { type MapFigure, markerSize } from '../marker.ts'

/** Smallest width in which a finger hits a figure, in CSS pixels. */
const finger = 44

/** The figure under a point of the view: the one drawn last, as it lies on top. */
export function figureAt(
  figures: readonly MapFigure[],
  at: Point,
  camera: Camera,
  kind: PointerKind,
): MapFigure | undefined {
  return figures.findLast((figure) => {
    const { width, height } = markerSize[figure.kind]
    const half = (kind === 'touch' ? Math.max(width, finger) : width) / 2
    const foot = camera.toScreen(figure)
    return Math.abs(at.x - foot.x) <= half && at.y <= foot.y && at.y >= foot.y - height
  })
}
