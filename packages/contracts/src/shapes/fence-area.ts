import { z } from 'zod'
import { FENCE_CORNERS, FENCE_SHAPES } from '../fence-limits.ts'
import { messages } from '../messages.ts'

const point = z.object({ x: z.number(), y: z.number() })

/**
 * The area of a geofence in pixels of the map's image, origin top left, edges included. `x, y, x2, y2, w, h` are the
 * bounding box; without `shape`, the box is the area. A polygon has `points`, its corners in order, with the first
 * one only once. A circle has `centre` and `radius`.
 */
export const coordinates = z.object({
  x: z.number(),
  y: z.number(),
  x2: z.number(),
  y2: z.number(),
  w: z.number(),
  h: z.number(),
  shape: z.enum(FENCE_SHAPES).optional(),
  points: z.array(point).optional(),
  centre: point.optional(),
  radius: z.number().optional(),
})

/** Messages for an invalid area. */
interface AreaMessages {
  readonly missing: string
  readonly shape: string
  readonly side: string
  readonly point: string
  readonly corners: string
  readonly radius: string
}

/**
 * Creates the schema of a drawn area: x, y with w, h or with x2, y2 for a rectangle, corners, or centre and radius.
 * The server computes missing members.
 * @param areaMessages messages for an invalid area
 * @param members further members, for all shapes
 */
export function areaSchema<Members extends z.ZodRawShape>(areaMessages: AreaMessages, members: Members) {
  const side = z.number({ error: areaMessages.side })
  const coordinate = z.number({ error: areaMessages.point })
  const drawnPoint = z.object({ x: coordinate, y: coordinate }, { error: areaMessages.point })
  const rectangle = z.object({
    shape: z.literal('rectangle').optional(),
    x: side,
    y: side,
    w: side.optional(),
    h: side.optional(),
    x2: side.optional(),
    y2: side.optional(),
    ...members,
  })
  const polygon = z.object({
    shape: z.literal('polygon'),
    points: z
      .array(drawnPoint, { error: areaMessages.corners })
      .min(FENCE_CORNERS.least, areaMessages.corners)
      .max(FENCE_CORNERS.most, areaMessages.corners),
    ...members,
  })
  const circle = z.object({
    shape: z.literal('circle'),
    centre: drawnPoint,
    radius: z.number({ error: areaMessages.radius }).positive(areaMessages.radius),
    ...members,
  })
  return z.discriminatedUnion('shape', [rectangle, polygon, circle], {
    error: ({ input }) =>
      typeof input === 'object' && input !== null ? areaMessages.shape : areaMessages.missing,
  })
}

/** The area of a geofence, as sent. */
export const drawnArea = areaSchema(
  {
    missing: messages.noFenceMarked,
    shape: messages.fenceShape,
    side: messages.noFenceMarked,
    point: messages.fencePoint,
    corners: messages.fenceCorners,
    radius: messages.fenceRadius,
  },
  {},
)

/** {@link coordinates} */
export type Coordinates = z.output<typeof coordinates>
/** {@link drawnArea} */
export type DrawnArea = z.output<typeof drawnArea>
