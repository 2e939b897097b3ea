import type { Coordinates, DrawnArea, Geofence } from '@wardtrack/contracts'
import type { FenceOutline, MapFence, Rect } from '../../map-engine/index.ts'

/** Fields of a geofence that a map shows. */
type PlacedFence = Pick<Geofence, '_id' | 'Name' | 'Coordinates'>

/** Returns the bounding rectangle of a geofence. */
const rectOf = ({ Coordinates: { x, y, w, h } }: PlacedFence): Rect => ({ x, y, width: w, height: h })

/** Returns the outline of a geofence within its rectangle; undefined if it covers the whole rectangle. */
function outlineOf({ shape, points, centre, radius }: Coordinates): FenceOutline | undefined {
  if (shape === 'polygon' && points) return { points }
  return shape === 'circle' && centre && radius !== undefined ? { centre, radius } : undefined
}

/** Returns a geofence in the format of the map. */
export function mapFenceOf(fence: PlacedFence): MapFence {
  const outline = outlineOf(fence.Coordinates)
  return { id: fence._id, name: fence.Name, ...rectOf(fence), ...(outline ? { outline } : {}) }
}

/** Returns a stored area in the format of a form. */
export function drawnAreaOf({ shape, points, centre, radius, x, y, w, h, x2, y2 }: Coordinates): DrawnArea {
  if (shape === 'polygon' && points) return { shape, points }
  if (shape === 'circle' && centre && radius !== undefined) return { shape, centre, radius }
  return { x, y, w, h, x2, y2 }
}
