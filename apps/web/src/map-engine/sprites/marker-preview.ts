import type { Tokens } from '../../ui/tokens.ts'
import type { MarkerLook } from '../marker.ts'
import { drawMarker, drawRoomCircle } from './marker-sprite.ts'

/** A marker for lists and legends, drawn with the same functions as on the map. */
export interface MarkerPreview {
  readonly look: MarkerLook
  readonly stale?: boolean
  readonly hovered?: boolean
  readonly inRoom?: boolean
}

/** Side of the picture in CSS pixels: the shape with its edge, its clock and its shadow. */
export const previewSize = 34

/** Draws a marker into a canvas of `pictureSide`² CSS pixels, with `ratio` device pixels per CSS pixel. */
export function drawMarkerPreview(
  canvas: HTMLCanvasElement,
  picture: MarkerPreview,
  tokens: Tokens,
  ratio: number,
): void {
  canvas.width = previewSize * ratio
  canvas.height = previewSize * ratio
  const ctx = canvas.getContext('2d')
  if (!ctx) return
  const { look, stale = false, hovered = false, inRoom = false } = picture
  const appearance = { look, stale, emphasis: hovered ? 'hovered' : 'none', withGlyph: true } as const
  ctx.setTransform(ratio, 0, 0, ratio, (previewSize / 2) * ratio, (previewSize / 2) * ratio)
  if (inRoom) drawRoomCircle(ctx, tokens)
  drawMarker(ctx, appearance, tokens, ratio)
}
