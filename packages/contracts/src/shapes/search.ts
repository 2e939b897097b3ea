import { z } from 'zod'
import { id, iso, levels, visible } from './common.ts'
import { ALERT_STATES } from './geofence.ts'

/** A text that is searched for everywhere. It is sent as a body: it may be a patient's name, and addresses are logged. */
export const searchQuestion = z.object({
  text: z.string().trim().min(2).max(200).regex(visible.pattern, visible.message),
})

/** The best of what was found; `more`: there is more than that. */
const someOf = <Hit extends z.ZodType>(hit: Hit) => z.object({ hits: z.array(hit), more: z.boolean() })

/** A place of the internal hierarchy; `mapId` is the map that it lies on. */
export const foundPlace = z.object({
  hierarchyId: id,
  fullName: z.array(z.string()),
  mapId: id.nullable(),
})

/** A geofence; `fullName` is the place that its map shows, empty when no place has the map. */
export const foundFence = z.object({
  _id: id,
  Name: z.string(),
  Type: z.string(),
  Enabled: z.boolean(),
  MapId: id,
  fullName: z.array(z.string()),
})

/** An alert: fence and place as they were, the asset's name as it is now. */
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

/** What a text found by kind. A kind that the caller has no page of is left out. */
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
