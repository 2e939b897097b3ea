import { z } from 'zod'
import { CONNECTION_KINDS } from '../lane-limits.ts'
import { externalId, iso, levels } from './common.ts'

/** Maximum number of assets in one response. */
export const MAX_NEAREST = 50
/** Duration of a claim in minutes. */
export const CLAIM_MINUTES = 15
/** Maximum number of claims of one user at the same time. */
export const MAX_CLAIMS = 3
/** Maximum number of missing reports of one user within the duration of a claim. */
export const MAX_MISSING_REPORTS = 10
/** Default maximum age of an asset's position in minutes. */
export const SEEN_WITHIN_MINUTES = 30
/** Largest maximum age that a caller may request, in minutes: a week. */
export const MAX_SEEN_WITHIN_MINUTES = 10_080

/** Maximum number of recent places that a caller may send. */
export const MAX_RECENT_PLACES = 20
/** Reasons for offering a place first: it was chosen before, or is on the user's map. */
export const PLACE_REASONS = ['recent', 'near'] as const
/** One of {@link PLACE_REASONS}. */
export type PlaceReason = (typeof PLACE_REASONS)[number]

/** Start of a search: a place of the internal hierarchy, or a point of a map in pixels of its image. */
export const startPoint = z.union([
  z.strictObject({ place: externalId }),
  z.strictObject({ mapId: externalId, x: z.number(), y: z.number() }),
])
/** {@link startPoint} */
export type StartPoint = z.output<typeof startPoint>

/**
 * Precision of a start. `point`: an exact point. `place`: a point inside the outline of the place, or the middle of
 * its equipment. `map`: the middle of the place's map.
 */
export const START_PRECISIONS = ['point', 'place', 'map'] as const

/** A point of a map in pixels of its image, with its place. */
export const foundPoint = z.object({
  mapId: z.string(),
  mapName: z.string(),
  x: z.number(),
  y: z.number(),
  fullPath: levels,
})
/** {@link foundPoint} */
export type FoundPoint = z.output<typeof foundPoint>

/** {@link foundPoint} with its precision. */
export const resolvedStart = foundPoint.extend({ precision: z.enum(START_PRECISIONS) })
/** {@link resolvedStart} */
export type ResolvedStart = z.output<typeof resolvedStart>

/** Claim of an asset: username and expiry time. */
export const assetClaim = z.object({ by: z.string(), until: iso })
/** {@link assetClaim} */
export type AssetClaim = z.output<typeof assetClaim>

/** Report that an asset was not found where it was last seen: username and time. */
export const missingReport = z.object({ by: z.string(), at: iso })
/** {@link missingReport} */
export type MissingReport = z.output<typeof missingReport>

/** An available asset. */
export const nearestAsset = foundPoint.extend({
  AssetType: z.string(),
  AssetId: z.string(),
  AssetName: z.string().optional(),
  SerialNo: z.string().optional(),
  /** stored code of the battery level */
  Battery: z.string().optional(),
  seenAt: iso,
  /** walking distance; null if no route between the two maps is known */
  metres: z.number().nullable(),
  /** true if the whole route follows lanes; otherwise it includes straight lines */
  alongLanes: z.boolean(),
  claim: assetClaim.optional(),
  missing: missingReport.optional(),
})
/** {@link nearestAsset} */
export type NearestAsset = z.output<typeof nearestAsset>

/**
 * Reasons why assets of the category are not listed, in order; the first one that applies is counted. An asset has no
 * known point, was not seen recently, is offline or is in use. Or its battery is critical, it is in an area of
 * unclean equipment, or somebody else has claimed it.
 */
export const LEFT_OUT_REASONS = [
  'unplaced',
  'notSeen',
  'offline',
  'infusing',
  'lowBattery',
  'unclean',
  'claimed',
] as const
/** One of {@link LEFT_OUT_REASONS}. */
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** Part of a route on one map, in pixels of its image. */
export const routeLeg = z.object({
  mapId: z.string(),
  mapName: z.string(),
  points: z.array(z.object({ x: z.number(), y: z.number() })),
  /** connection to this leg from the previous one; absent in the first */
  via: z.enum(CONNECTION_KINDS).optional(),
})
/** {@link routeLeg} */
export type RouteLeg = z.output<typeof routeLeg>
