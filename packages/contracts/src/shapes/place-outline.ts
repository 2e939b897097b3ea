import { z } from 'zod'
import { id } from './common.ts'
import { areaSchema, coordinates } from './fence-area.ts'

/**
 * The outline of a place as it is pushed: a shape as geofences have them, on the map that the place lies on. `px` are
 * pixels of the map's image as it is now, 10 to a metre while it has none; `m` metres from the upper left corner.
 */
export const pushedOutline = areaSchema(
  {
    missing: 'An outline is an object.',
    shape: 'An outline is a rectangle, a polygon or a circle.',
    side: 'A rectangle is x and y with w and h, or with x2 and y2, as numbers.',
    point: 'A point is x and y as numbers.',
    corners: 'A polygon has 3 to 200 points.',
    radius: 'The radius is a number above 0.',
  },
  { unit: z.enum(['px', 'm']).default('px') },
)

/** A room of a map: a place whose outline is known, in pixels of the map's image. */
export const roomOutline = z.object({
  hierarchyId: id,
  fullName: z.array(z.string()),
  Coordinates: coordinates,
})

/** {@link pushedOutline}, read */
export type PushedOutline = z.output<typeof pushedOutline>
/** {@link roomOutline} */
export type RoomOutline = z.output<typeof roomOutline>
