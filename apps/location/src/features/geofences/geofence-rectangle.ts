import { type DrawnArea, messages } from '@wardtrack/contracts'
import { type Box, type MapGeometry, rounded } from '@wardtrack/places'
import { type ApiError, invalid } from '@wardtrack/service-kit'

type DrawnRectangle = Exclude<DrawnArea, { shape: 'polygon' | 'circle' }>

/** By how many pixels what a browser works out twice may differ. */
export const ROUNDING_TOLERANCE = 0.01
/** Least width and height in pixels. */
const MIN_SIDE = 1

/**
 * A drawn rectangle with all its members, to a thousandth of a pixel.
 * @throws ApiError 400 when it has no area, its members contradict each other, or it reaches beyond the map's image
 */
export function fenceRectangle(drawn: DrawnRectangle, map: Pick<MapGeometry, 'width' | 'height'>): Box {
  const horizontal = sideOf(drawn.x, drawn.w, drawn.x2, map.width)
  const vertical = sideOf(drawn.y, drawn.h, drawn.y2, map.height)
  const fault = [horizontal, vertical].find((side) => typeof side === 'string')
  if (typeof horizontal === 'string' || typeof vertical === 'string') throw refused(fault as RectangleFault)
  return {
    x: horizontal.from,
    y: vertical.from,
    x2: horizontal.to,
    y2: vertical.to,
    w: rounded(horizontal.to - horizontal.from),
    h: rounded(vertical.to - vertical.from),
  }
}

type RectangleFault = 'noFenceMarked' | 'fenceContradicts' | 'fenceOutside'

function sideOf(
  from: number,
  length: number | undefined,
  to: number | undefined,
  imageSide: number,
): { from: number; to: number } | RectangleFault {
  const end = to ?? (length === undefined ? undefined : from + length)
  if (end === undefined || end - from < MIN_SIDE) return 'noFenceMarked'
  if (length !== undefined && Math.abs(from + length - end) > ROUNDING_TOLERANCE) return 'fenceContradicts'
  const [first, last] = [rounded(from), rounded(end)]
  if (first < 0 || last > imageSide + ROUNDING_TOLERANCE) return 'fenceOutside'
  // What a browser rounds up at the edge is meant to be the edge.
  return { from: first + 0, to: Math.min(last, imageSide) }
}

/** Without an area there is nothing to correct in the form: that message stands alone. */
function refused(fault: RectangleFault): ApiError {
  const message = messages[fault]
  return invalid(
    [{ path: 'Coordinates', message }],
    fault === 'noFenceMarked' ? message : messages.fillCorrectly,
  )
}

/** Whether the boxes of two areas are the same one, whatever their members were rounded from. */
export const isSameBox = (a: Box, b: Box): boolean =>
  (['x', 'y', 'x2', 'y2'] as const).every((member) => Math.abs(a[member] - b[member]) <= ROUNDING_TOLERANCE)
