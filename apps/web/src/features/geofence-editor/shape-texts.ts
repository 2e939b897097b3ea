import { areaOfCorners } from '@wardtrack/contracts/fence-rules'
import type { SurfaceToolState } from '../../drawing-surface/index.ts'
import { formatMetres, formatSquareMetres } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Point, Rect } from '../../map-engine/index.ts'
import { handlesOf } from './drawing/fence-objects.ts'
import type { FenceDrawing, FenceShape } from './drawing/fence-shape.ts'

/** Formats a rectangle's size: metres, or pixels of the plan if its real size is unknown. */
export function sizeText({ width, height }: Rect, metres: Point | undefined): string {
  if (!metres) return `${Math.round(width)} px × ${Math.round(height)} px`
  return `${formatMetres(width * metres.x)} × ${formatMetres(height * metres.y)}`
}

/** Formats the size of any shape: the sides of a rectangle, the radius of a circle, the area of a polygon. */
export function shapeSizeText(shape: FenceShape, metres: Point | undefined): string {
  if (shape.kind === 'rectangle') return sizeText(shape.rect, metres)
  if (shape.kind === 'circle') {
    const { radius } = shape
    return metres ? formatMetres(radius * Math.sqrt(metres.x * metres.y)) : `${Math.round(radius)} px`
  }
  return areaText(shape, metres)
}

/** Returns the area of a shape in square pixels. */
function areaOf(shape: FenceShape): number {
  if (shape.kind === 'rectangle') return shape.rect.width * shape.rect.height
  return shape.kind === 'circle' ? Math.PI * shape.radius ** 2 : areaOfCorners(shape.points)
}

/** Formats the area of a shape: square metres, or square pixels if the plan's real size is unknown. */
export function areaText(shape: FenceShape, metres: Point | undefined): string {
  const pixels = areaOf(shape)
  return metres ? formatSquareMetres(pixels * metres.x * metres.y) : `${Math.round(pixels)} px²`
}

/** Returns the text for screen readers after each change: the chosen corner, or the drawing and its size. */
export function announcementOf(
  { drawing, chosen }: SurfaceToolState<FenceDrawing>,
  metres: Point | undefined,
): string {
  if (!drawing) return ''
  const handles = handlesOf(drawing, Number.POSITIVE_INFINITY)
  const place = handles.findIndex(({ id }) => id === chosen?.handle)
  const handle = handles[place]
  if (handle) {
    const { x, y } = handle.at
    return translate('geofence-editor:corner', { number: place + 1, x: Math.round(x), y: Math.round(y) })
  }
  if (drawing.kind === 'open') {
    const { x = 0, y = 0 } = drawing.points.at(-1) ?? {}
    return translate('geofence-editor:open', { count: drawing.points.length, x, y })
  }
  return translate(`geofence-editor:shape.${drawing.kind}`, { size: shapeSizeText(drawing, metres) })
}
