import type { Coordinates, DrawnArea, Geofence } from '@wardtrack/contracts'
import type { FenceOutline, MapFence, Point, Rect } from '../../map-engine/index.ts'

/** The rectangle around what a fence covers. */
export const rectOf = ({ Coordinates: { x, y, w, h } }: Geofence): Rect => ({ x, y, width: w, height: h })

/** What a fence covers of the rectangle around it; undefined where that is all of it. */
function outlineOf({ shape, points, centre, radius }: Coordinates): FenceOutline | undefined {
  if (shape === 'polygon' && points) return { points }
  return shape === 'circle' && centre && radius !== undefined ? { centre, radius } : undefined
}

/** A fence as a map draws it. */
export function mapFenceOf(fence: Geofence): MapFence {
  const outline = outlineOf(fence.Coordinates)
  return { id: fence._id, name: fence.Name, ...rectOf(fence), ...(outline ? { outline } : {}) }
}

/**
 * What a fence covers when the rectangle around it is another one: a polygon is stretched with it, a circle stays round.
 * @param area undefined for a fence that is new: it is the rectangle
 */
export function stretchedArea(area: Coordinates | undefined, rect: Rect): DrawnArea {
  const { x, y, width, height } = rect
  if (area?.shape === 'polygon' && area.points) {
    const points = area.points.map((point) => stretchedPoint(point, area, rect))
    return { shape: 'polygon', points }
  }
  if (area?.shape === 'circle')
    return {
      shape: 'circle',
      centre: { x: x + width / 2, y: y + height / 2 },
      radius: Math.min(width, height) / 2,
    }
  return { x, y, w: width, h: height, x2: x + width, y2: y + height }
}

function stretchedPoint({ x, y }: Point, from: Coordinates, to: Rect): Point {
  return {
    x: to.x + ((x - from.x) / from.w) * to.width,
    y: to.y + ((y - from.y) / from.h) * to.height,
  }
}

/** The outline of an area as a form sends it. */
export const outlineOfBody = (area: DrawnArea): FenceOutline | undefined => {
  if (area.shape === 'polygon') return { points: area.points }
  return area.shape === 'circle' ? { centre: area.centre, radius: area.radius } : undefined
}
