import { z } from 'zod'
import { id } from './common.ts'
import { areaSchema, coordinates } from './fence-area.ts'

/**
 * The outline of a pushed place: a shape like that of geofences, on the place's map. The unit `px` means pixels of
 * the map's current image, 10 per metre while it has none. The unit `m` means metres from the upper left corner.
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

/** A room of a map: a place with a known outline, in pixels of the map's image. */
export const roomOutline = z.object({
  hierarchyId: id,
  fullName: z.array(z.string()),
  Coordinates: coordinates,
})

/** {@link pushedOutline} after parsing. */
export type PushedOutline = z.output<typeof pushedOutline>
/** {@link roomOutline} */
export type RoomOutline = z.output<typeof roomOutline>
