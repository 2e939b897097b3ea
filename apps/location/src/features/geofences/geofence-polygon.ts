import { messages } from '@wardtrack/contracts'
import { type PolygonFault, polygonFault } from '@wardtrack/contracts/fence-rules'
import { type MapGeometry, type Point, pointOn } from '@wardtrack/places'

/** The corners as they are stored, to a thousandth of a pixel, or what is wrong with them. */
export function readCorners(drawn: readonly Point[], map: MapGeometry): Point[] | PolygonFault {
  const corners: Point[] = []
  for (const [corner, point] of drawn.entries()) {
    const storedPoint = pointOn(map, point)
    if (typeof storedPoint === 'string') return { corner, message: messages.fenceOutside }
    corners.push(storedPoint)
  }
  return polygonFault(corners, map.perMetreX * map.perMetreY) ?? corners
}
