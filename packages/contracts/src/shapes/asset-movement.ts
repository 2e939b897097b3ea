import { z } from 'zod'
import { iso, levels } from './common.ts'

/** Members of a status event that are shown as states over time. */
export const STATE_FIELDS = ['WifiStrength', 'DeviceStatus', 'BatteryLevel', 'InfusionStatus'] as const

/** Stored connection of an asset that was not heard for longer than its limit. No device sends it. */
export const SILENT = 'comm-status-silent'
/** Stored connection of an asset that is heard again after a silence, and never said whether it is online. */
export const UNKNOWN_CONNECTION = 'comm-status-unknown'

/** Maximum number of positions in a trail. */
export const MAX_TRAIL_POSITIONS = 500

/**
 * A stay of an asset at one place: consecutive positions at the place. Outside the requested period, only the
 * positions directly before and after it are read.
 */
export const visit = z.object({
  /** the place as text */
  Location: z.string(),
  fullPath: levels,
  mapId: z.string().nullable(),
  /** first position of the visit within the period */
  arrivedAt: iso,
  /** true if the visit began earlier: before the period, or before the data that one response reads */
  arrivedEarlier: z.boolean(),
  /** last position of the visit within the period */
  lastSeenAt: iso,
  /** first position elsewhere; null if unknown, or if the visit continues after the period */
  leftAt: iso.nullable(),
  /** number of positions in the visit */
  positions: z.number(),
})

/** A position of a trail, in pixels of the map's image; null if the asset was on no map. */
export const trailPosition = z.object({
  time: iso,
  mapId: z.string().nullable(),
  fullPath: levels,
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** corners of the route along lanes from the previous position on the same map; absent for a straight line */
  way: z.array(z.object({ x: z.number(), y: z.number() })).optional(),
})

/** A period in which a state had one value, an option code. */
export const stateStretch = z.object({
  field: z.enum(STATE_FIELDS),
  value: z.string(),
  since: iso,
  /** time when another value was reported; null if the value lasts to the end of the period */
  until: iso.nullable(),
})

/** {@link visit} */
export type Visit = z.output<typeof visit>
/** {@link trailPosition} */
export type TrailPosition = z.output<typeof trailPosition>
/** {@link stateStretch} */
export type StateStretch = z.output<typeof stateStretch>
