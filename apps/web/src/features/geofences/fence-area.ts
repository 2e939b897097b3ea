import type { Coordinates, DrawnArea, Geofence } from '@wardtrack/contracts'
import type { FenceOutline, MapFence, Rect } from '../../map-engine/index.ts'

/** What a map shows of a fence. */
type PlacedFence = Pick<Geofence, '_id' | 'Name' | 'Coordinates'>

/** The rectangle around what a fence covers. */
const rectOf = ({ Coordinates: { x, y, w, h } }: PlacedFence): Rect => ({ x, y, width: w, height: h })

/** What a fence covers of the rectangle around it; undefined where that is all of it. */
function outlineOf({ shape, points, centre, radius }: Coordinates): FenceOutline | undefined {
  if (shape === 'polygon' && points) return { points }
  return shape === 'circle' && centre && radius !== undefined ? { centre, radius } : undefined
}

/** A fence as a map draws it. */
export function mapFenceOf(fence: PlacedFence): MapFence {
  const outline = outlineOf(fence.Coordinates)
  return { id: fence._id, name: fence.Name, ...rectOf(fence), ...(outline ? { outline } : {}) }
}

/** A stored area as a form sends it. */
export function drawnAreaOf({ shape, points, centre, radius, x, y, w, h, x2, y2 }: Coordinates): DrawnArea {
  if (shape === 'polygon' && points) return { shape, points }
  if (shape === 'circle' && centre && radius !== undefined) return { shape, centre, radius }
  return { x, y, w, h, x2, y2 }
}
