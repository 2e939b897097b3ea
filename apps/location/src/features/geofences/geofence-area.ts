import { type Coordinates, type DrawnArea, messages } from '@wardtrack/contracts'
import { LEAST_FENCE_AREA } from '@wardtrack/contracts/fence-rules'
import { boxAround, type MapGeometry, rounded } from '@wardtrack/places'
import { type ApiError, invalid } from '@wardtrack/service-kit'
import { readCorners } from './geofence-polygon.ts'
import { fenceRectangle, isSameBox, ROUNDING_TOLERANCE } from './geofence-rectangle.ts'

type DrawnCircle = Extract<DrawnArea, { shape: 'circle' }>

/**
 * A drawn area with all its members, to a thousandth of a pixel.
 * @throws ApiError 400 when it has no area, its members contradict each other, its edges cross, or it reaches beyond the
 * map's image; `errors[].path` names the first bad corner
 */
export function fenceCoordinates(drawn: DrawnArea, map: MapGeometry): Coordinates {
  if (drawn.shape === 'polygon') {
    const points = readCorners(drawn.points, map)
    if (Array.isArray(points)) return { ...boxAround(points), shape: 'polygon', points }
    const { corner, message } = points
    throw refusedAt(corner === undefined ? 'points' : `points.${corner}`, message)
  }
  return drawn.shape === 'circle' ? circleCoordinates(drawn, map) : fenceRectangle(drawn, map)
}

function circleCoordinates(
  { centre: drawn, radius: drawnRadius }: DrawnCircle,
  map: MapGeometry,
): Coordinates {
  const centre = { x: rounded(drawn.x), y: rounded(drawn.y) }
  const room = Math.min(centre.x, centre.y, map.width - centre.x, map.height - centre.y)
  if (room < 0) throw refusedAt('centre', messages.fenceOutside)
  if (drawnRadius > room + ROUNDING_TOLERANCE) throw refusedAt('radius', messages.fenceOutside)
  // What a browser rounds up at the edge is meant to be the edge.
  const radius = rounded(Math.min(drawnRadius, room))
  if ((Math.PI * radius ** 2) / (map.perMetreX * map.perMetreY) < LEAST_FENCE_AREA)
    throw refusedAt('radius', messages.fenceTooSmall)
  return { ...circleBox(centre, radius), shape: 'circle', centre, radius }
}

const circleBox = ({ x, y }: { x: number; y: number }, radius: number) =>
  boxAround([
    { x: rounded(x - radius), y: rounded(y - radius) },
    { x: rounded(x + radius), y: rounded(y + radius) },
  ])

const refusedAt = (member: string, message: string): ApiError =>
  invalid([{ path: `Coordinates.${member}`, message }], messages.fillCorrectly)

/** A stored area as a form would send it. */
export function drawnAreaOf({ shape, points, centre, radius, ...box }: Coordinates): DrawnArea {
  if (shape === 'polygon' && points) return { shape, points }
  if (shape === 'circle' && centre && radius !== undefined) return { shape, centre, radius }
  return box
}

/** Whether two areas are the same one, whatever their members were rounded from. */
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
