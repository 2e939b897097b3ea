import { z } from 'zod'
import { CONNECTION_KINDS } from '../lane-limits.ts'
import { externalId, iso, levels } from './common.ts'

/** Assets that one answer lists at most. */
export const MOST_NEAREST = 50
/** How long a claim lasts, in minutes. */
export const CLAIM_MINUTES = 15
/** Assets that one person may claim at the same time. */
export const MOST_CLAIMS = 3
/** Reports of missing assets that one person may make in as many minutes as a claim lasts. */
export const MOST_MISSING_REPORTS = 10
/** Within how many minutes an asset has to have been seen to be listed, where the caller does not say. */
export const SEEN_WITHIN_MINUTES = 30
/** The most minutes that a caller may say: a week. */
export const MOST_SEEN_WITHIN_MINUTES = 10_080

/** Places chosen before that a caller may name. */
export const MOST_RECENT_PLACES = 20
/** Why a place is offered before others: it was chosen before, or lies on the map where somebody is. */
export const PLACE_REASONS = ['recent', 'near'] as const
/** One of {@link PLACE_REASONS}. */
export type PlaceReason = (typeof PLACE_REASONS)[number]

/** Where somebody stands: a place of the internal hierarchy, or a point of a map in pixels of its image. */
export const startPoint = z.union([
  z.strictObject({ place: externalId }),
  z.strictObject({ mapId: externalId, x: z.number(), y: z.number() }),
])
/** {@link startPoint} */
export type StartPoint = z.output<typeof startPoint>

/**
 * How well a start is known. `point`: it was named; `place`: inside the outline of the place, or in the middle of the
 * equipment that is there; `map`: the middle of the map that the place lies on.
 */
export const START_PRECISIONS = ['point', 'place', 'map'] as const

/** A point of a map, in pixels of its image, with the place it belongs to. */
export const foundPoint = z.object({
  mapId: z.string(),
  mapName: z.string(),
  x: z.number(),
  y: z.number(),
  fullPath: levels,
})
/** {@link foundPoint} */
export type FoundPoint = z.output<typeof foundPoint>

/** {@link foundPoint}, and how well it is known. */
export const resolvedStart = foundPoint.extend({ precision: z.enum(START_PRECISIONS) })
/** {@link resolvedStart} */
export type ResolvedStart = z.output<typeof resolvedStart>

/** That somebody is taking an asset: by username, until when. */
export const assetClaim = z.object({ by: z.string(), until: iso })
/** {@link assetClaim} */
export type AssetClaim = z.output<typeof assetClaim>

/** That somebody did not find an asset where it was last seen: by username, when. */
export const missingReport = z.object({ by: z.string(), at: iso })
/** {@link missingReport} */
export type MissingReport = z.output<typeof missingReport>

/** An asset that can be fetched. */
export const nearestAsset = foundPoint.extend({
  AssetType: z.string(),
  AssetId: z.string(),
  AssetName: z.string().optional(),
  SerialNo: z.string().optional(),
  /** stored code of the battery level */
  Battery: z.string().optional(),
  seenAt: iso,
  /** on foot; null where no way between the two maps is known */
  metres: z.number().nullable(),
  /** whether the way follows lanes all along; else it is a straight line where there are none */
  alongLanes: z.boolean(),
  claim: assetClaim.optional(),
  missing: missingReport.optional(),
})
/** {@link nearestAsset} */
export type NearestAsset = z.output<typeof nearestAsset>

/**
 * Why assets of the category are not listed, the first that applies: no known point, not seen recently, offline, in use,
 * battery critical, in an area of things that are not clean, claimed by somebody else.
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

/** A way on one map, in pixels of its image. */
export const routeLeg = z.object({
  mapId: z.string(),
  mapName: z.string(),
  points: z.array(z.object({ x: z.number(), y: z.number() })),
  /** what leads to this leg from the one before; absent in the first */
  via: z.enum(CONNECTION_KINDS).optional(),
})
/** {@link routeLeg} */
export type RouteLeg = z.output<typeof routeLeg>
