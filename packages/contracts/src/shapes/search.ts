import { z } from 'zod'
import { id, iso, levels, visible } from './common.ts'
import { ALERT_STATES } from './geofence.ts'

/** Text of a global search. It is sent as a body, because it may be a patient's name and addresses are logged. */
export const searchQuestion = z.object({
  text: z.string().trim().min(2).max(200).regex(visible.pattern, visible.message),
})

/** Creates the shape of the best hits; `more` is true if there are others. */
const someOf = <Hit extends z.ZodType>(hit: Hit) => z.object({ hits: z.array(hit), more: z.boolean() })

/** A place of the internal hierarchy; `mapId` is its map. */
export const foundPlace = z.object({
  hierarchyId: id,
  fullName: z.array(z.string()),
  mapId: id.nullable(),
})

/** A geofence; `fullName` is the place of its map, empty if no place has the map. */
export const foundFence = z.object({
  _id: id,
  Name: z.string(),
  Type: z.string(),
  Enabled: z.boolean(),
  MapId: id,
  fullName: z.array(z.string()),
})

/** An alert: geofence and place at its time, and the asset's current name. */
export const foundAlert = z.object({
  id,
  kind: z.enum(['Entry', 'Exit']),
  status: z.enum(ALERT_STATES),
  createdAt: iso,
  fenceName: z.string(),
  AssetType: z.string(),
  AssetId: z.string(),
  AssetName: z.string().optional(),
  fullPath: levels,
})

/** Hits by kind. A kind is absent if the caller may not open its page. */
export const foundLocations = z.object({
  places: someOf(foundPlace).optional(),
  geofences: someOf(foundFence).optional(),
  alerts: someOf(foundAlert).optional(),
})

/** {@link foundPlace} */
export type FoundPlace = z.output<typeof foundPlace>
/** {@link foundFence} */
export type FoundFence = z.output<typeof foundFence>
/** {@link foundAlert} */
export type FoundAlert = z.output<typeof foundAlert>
/** {@link foundLocations} */
export type FoundLocations = z.output<typeof foundLocations>
