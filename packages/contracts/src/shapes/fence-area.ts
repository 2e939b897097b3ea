import { z } from 'zod'
import { FENCE_CORNERS, FENCE_SHAPES } from '../fence-limits.ts'
import { messages } from '../messages.ts'

const point = z.object({ x: z.number(), y: z.number() })

/**
 * The area of a geofence in pixels of the map's image, origin top left, edges inside. `x, y, x2, y2, w, h` are always
 * the box around it; without `shape` the box is the area. A polygon has `points`, its corners in their order, the
 * first one once; a circle `centre` and `radius`.
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

const side = z.number({ error: messages.noFenceMarked })
const drawnPoint = z.object(
  { x: z.number({ error: messages.fencePoint }), y: z.number({ error: messages.fencePoint }) },
  { error: messages.fencePoint },
)

/** x, y with w, h or with x2, y2; what is left out is filled in by the server. */
const drawnRectangle = z.object({
  shape: z.literal('rectangle').optional(),
  x: side,
  y: side,
  w: side.optional(),
  h: side.optional(),
  x2: side.optional(),
  y2: side.optional(),
})
const drawnPolygon = z.object({
  shape: z.literal('polygon'),
  points: z
    .array(drawnPoint, { error: messages.fenceCorners })
    .min(FENCE_CORNERS.least, messages.fenceCorners)
    .max(FENCE_CORNERS.most, messages.fenceCorners),
})
const drawnCircle = z.object({
  shape: z.literal('circle'),
  centre: drawnPoint,
  radius: z.number({ error: messages.fenceRadius }).positive(messages.fenceRadius),
})

/** A drawn area as calls take it. The box around a polygon or a circle is worked out by the server. */
export const drawnArea = z.discriminatedUnion('shape', [drawnRectangle, drawnPolygon, drawnCircle], {
  error: ({ input }) =>
    typeof input === 'object' && input !== null ? messages.fenceShape : messages.noFenceMarked,
})

/** {@link coordinates} */
export type Coordinates = z.output<typeof coordinates>
/** {@link drawnArea} */
export type DrawnArea = z.output<typeof drawnArea>
