import { type Coordinates, type DrawnArea, messages } from '@wardtrack/contracts'
import { MIN_FENCE_AREA, type PolygonFault, polygonFault } from '@wardtrack/contracts/fence-rules'
import { boxAround, type MapGeometry, type Point, pointOn, rounded } from '@wardtrack/places'
import { invalid } from '@wardtrack/service-kit'
import { isSameBox, ROUNDING_TOLERANCE, readRectangle } from './geofence-rectangle.ts'

type DrawnCircle = Extract<DrawnArea, { shape: 'circle' }>

/**
 * Reason why a drawing is no area of a map. `member` is the first invalid one; absent when their combination is
 * invalid.
 */
export type AreaFault = { member?: string; message: string }

/** Returns a drawn area with all its members, to a thousandth of a pixel, or its fault on the map's image. */
export function readArea(drawn: DrawnArea, map: MapGeometry): Coordinates | AreaFault {
  if (drawn.shape === 'circle') return readCircle(drawn, map)
  if (drawn.shape !== 'polygon') return readRectangle(drawn, map)
  const points = readCorners(drawn.points, map)
  if (Array.isArray(points)) return { ...boxAround(points), shape: 'polygon', points }
  const { corner, message } = points
  return { member: corner === undefined ? 'points' : `points.${corner}`, message }
}

/** Returns true if reading an area failed. */
export const isAreaFault = (read: Coordinates | AreaFault): read is AreaFault => 'message' in read

/**
 * Returns the area of a geofence, see `readArea`.
 * @throws ApiError 400 when it has no area, its members contradict each other, its edges cross, or it extends beyond
 * the map's image; `errors[].path` names the first invalid corner
 */
export function fenceCoordinates(drawn: DrawnArea, map: MapGeometry): Coordinates {
  const area = readArea(drawn, map)
  if (!isAreaFault(area)) return area
  const { member, message } = area
  const path = member === undefined ? 'Coordinates' : `Coordinates.${member}`
  // Without an area, the form has no member to correct, so only this message is returned.
  const isMissing = message === messages.noFenceMarked
  throw invalid([{ path, message }], isMissing ? message : messages.fillCorrectly)
}

function readCircle(
  { centre: drawn, radius: length }: DrawnCircle,
  map: MapGeometry,
): Coordinates | AreaFault {
  const centre = { x: rounded(drawn.x), y: rounded(drawn.y) }
  const room = Math.min(centre.x, centre.y, map.width - centre.x, map.height - centre.y)
  if (room < 0) return { member: 'centre', message: messages.fenceOutside }
  if (length > room + ROUNDING_TOLERANCE) return { member: 'radius', message: messages.fenceOutside }
  // A value that a browser rounded up beyond the edge is clamped to the edge.
  const radius = rounded(Math.min(length, room))
  if ((Math.PI * radius ** 2) / (map.perMetreX * map.perMetreY) < MIN_FENCE_AREA)
    return { member: 'radius', message: messages.fenceTooSmall }
  return { ...circleBox(centre, radius), shape: 'circle', centre, radius }
}

const circleBox = ({ x, y }: { x: number; y: number }, radius: number) =>
  boxAround([
    { x: rounded(x - radius), y: rounded(y - radius) },
    { x: rounded(x + radius), y: rounded(y + radius) },
  ])

/** Returns a stored area in the form in which a client sends it. */
export function drawnAreaOf({ shape, points, centre, radius, ...box }: Coordinates): DrawnArea {
  if (shape === 'polygon' && points) return { shape, points }
  if (shape === 'circle' && centre && radius !== undefined) return { shape, centre, radius }
  return box
}

/** Returns true if two areas are equal apart from rounding. */
export function isSameArea(a: Coordinates, b: Coordinates): boolean {
  if ((a.shape ?? 'rectangle') !== (b.shape ?? 'rectangle') || !isSameBox(a, b)) return false
  const [left, right] = [a.points ?? [], b.points ?? []]
  return (
    left.length === right.length &&
    left.every(({ x, y }, index) => {
      const point = right[index]
      return (
        point !== undefined &&
        Math.abs(x - point.x) <= ROUNDING_TOLERANCE &&
        Math.abs(y - point.y) <= ROUNDING_TOLERANCE
      )
    })
  )
}

/** Returns the corners as stored, to a thousandth of a pixel, or their fault. */
function readCorners(drawn: readonly Point[], map: MapGeometry): Point[] | PolygonFault {
  const corners: Point[] = []
  for (const [corner, point] of drawn.entries()) {
    const storedPoint = pointOn(map, point)
    if (typeof storedPoint === 'string') return { corner, message: messages.fenceOutside }
    corners.push(storedPoint)
  }
  return polygonFault(corners, map.perMetreX * map.perMetreY) ?? corners
}
