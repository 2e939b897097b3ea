import type { Tokens } from '../../ui/tokens.ts'
import type { MarkerLook } from '../marker.ts'
import { drawMarker } from './marker-art.ts'

/** A marker for lists and legends, drawn by the same hand as the map's. */
export interface MarkerPicture {
  readonly look: MarkerLook
  readonly stale?: boolean
  readonly pointed?: boolean
}

/** Side of the picture in CSS pixels: the shape with its edge, its clock and its shadow. */
export const pictureSide = 34

/** Draws into a canvas of `pictureSide`² CSS pixels, backed by `ratio` device pixels each. */
export function drawMarkerPicture(
  canvas: HTMLCanvasElement,
  picture: MarkerPicture,
  tokens: Tokens,
  ratio: number,
): void {
  canvas.width = pictureSide * ratio
  canvas.height = pictureSide * ratio
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { look, stale = false, pointed = false } = picture
  const appearance = { look, stale, emphasis: pointed ? 'pointed' : 'none', withGlyph: true } as const
  pen.setTransform(ratio, 0, 0, ratio, (pictureSide / 2) * ratio, (pictureSide / 2) * ratio)
  drawMarker(pen, appearance, tokens, ratio)
}
