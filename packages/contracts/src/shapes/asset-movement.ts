import { z } from 'zod'
import { iso, levels } from './common.ts'

/** Members of a status event that are shown as states over time. */
export const STATE_FIELDS = ['WifiStrength', 'DeviceStatus', 'BatteryLevel', 'InfusionStatus'] as const

/** Positions that a trail answers at most. */
export const MOST_TRAIL_POSITIONS = 500

/**
 * A stay of an asset at one place: positions that follow one another there. What lies outside the period that was asked
 * for is not looked at but for where the asset was right before and right after it.
 */
export const visit = z.object({
  /** the place as text */
  Location: z.string(),
  fullPath: levels,
  mapId: z.string().nullable(),
  /** the first position of the visit within the period */
  arrivedAt: iso,
  /** it was there before already: before the period, or before what one answer reads */
  arrivedEarlier: z.boolean(),
  /** the last position of the visit within the period */
  lastSeenAt: iso,
  /** the first position elsewhere; null while none is known, or where the visit goes on after the period */
  leftAt: iso.nullable(),
  /** how many positions the visit is made of */
  positions: z.number(),
})

/** A position of a trail, in pixels of the map's image; null where the asset stood on no map. */
export const trailPosition = z.object({
  time: iso,
  mapId: z.string().nullable(),
  fullPath: levels,
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** corners of the way along lanes from the position before, on the same map; absent where it is a straight line */
  way: z.array(z.object({ x: z.number(), y: z.number() })).optional(),
})

/** How long a member of the state had one value, as an option code. */
export const stateStretch = z.object({
  field: z.enum(STATE_FIELDS),
  value: z.string(),
  since: iso,
  /** when another value was reported; null where it lasts to the end of the period */
  until: iso.nullable(),
})

/** {@link visit} */
export type Visit = z.output<typeof visit>
/** {@link trailPosition} */
export type TrailPosition = z.output<typeof trailPosition>
/** {@link stateStretch} */
export type StateStretch = z.output<typeof stateStretch>
