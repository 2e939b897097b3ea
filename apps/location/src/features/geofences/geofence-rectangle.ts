import { type DrawnArea, messages } from '@wardtrack/contracts'
import { type Box, type MapGeometry, rounded } from '@wardtrack/places'

type DrawnRectangle = Exclude<DrawnArea, { shape: 'polygon' | 'circle' }>

/** Maximum difference in pixels between two values that a browser computed for the same length. */
export const ROUNDING_TOLERANCE = 0.01
/** Minimum width and height in pixels. */
const MIN_SIDE = 1

/** Returns a drawn rectangle with all its members, to a thousandth of a pixel, or its fault. */
export function readRectangle(
  drawn: DrawnRectangle,
  map: Pick<MapGeometry, 'width' | 'height'>,
): Box | { message: string } {
  const horizontal = sideOf(drawn.x, drawn.w, drawn.x2, map.width)
  const vertical = sideOf(drawn.y, drawn.h, drawn.y2, map.height)
  if (typeof horizontal === 'string') return { message: messages[horizontal] }
  if (typeof vertical === 'string') return { message: messages[vertical] }
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
  // A value that a browser rounded up beyond the edge is clamped to the edge.
  return { from: first + 0, to: Math.min(last, imageSide) }
}

/** Returns true if the boxes of two areas are equal apart from rounding. */
export const isSameBox = (a: Box, b: Box): boolean =>
  (['x', 'y', 'x2', 'y2'] as const).every((member) => Math.abs(a[member] - b[member]) <= ROUNDING_TOLERANCE)
