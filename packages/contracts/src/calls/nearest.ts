import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, externalId, levels, text } from '../shapes/common.ts'
import {
  assetClaim,
  LEFT_OUT_REASONS,
  MAX_NEAREST,
  MAX_RECENT_PLACES,
  MAX_SEEN_WITHIN_MINUTES,
  missingReport,
  nearestAsset,
  PLACE_REASONS,
  resolvedStart,
  routeLeg,
  SEEN_WITHIN_MINUTES,
  startPoint,
} from '../shapes/nearest.ts'

const upTo = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback)
/** A piece of equipment; only equipment is claimed or searched for. */
const named = z.object({ assetId: externalId })
const place = z.object({
  hierarchyId: z.string(),
  fullPath: levels,
  /** reason for its rank: the user has chosen it before, or it is on the user's map */
  why: z.enum(PLACE_REASONS).optional(),
})
/** Ids of places separated by line breaks, which no id contains. */
const placeIds = z
  .string()
  .max(2_000)
  .transform((lines) => lines.split('\n').filter((line) => line !== ''))
  .pipe(z.array(externalId).max(MAX_RECENT_PLACES))

export const nearestCalls = {
  nearestCategories: defineCall(routes.nearestCategories, {
    summary: 'Categories of equipment, and how many active assets each has',
    response: z.object({
      categories: z.array(z.object({ category: z.string(), alias: z.string(), count: z.number() })),
    }),
  }),
  nearestPlaces: defineCall(routes.nearestPlaces, {
    summary: 'Places of the internal hierarchy that lie on a map, by words of their path; likely ones first',
    query: z.object({
      search: text.default(''),
      items: upTo(20, 100),
      /** place near which others are offered first */
      near: externalId.optional(),
      /** places chosen before, separated by line breaks, newest first */
      recent: placeIds.optional(),
    }),
    response: z.object({ places: z.array(place) }),
  }),
  nearestAssets: defineCall(routes.nearestAssets, {
    summary: 'Equipment of a category that can be fetched, the nearest first, and why others cannot',
    patient: true,
    body: z.object({
      category: z.string().trim().min(1).max(200),
      start: startPoint,
      items: upTo(20, MAX_NEAREST),
      seenWithinMinutes: upTo(SEEN_WITHIN_MINUTES, MAX_SEEN_WITHIN_MINUTES),
    }),
    response: z.object({
      start: resolvedStart,
      assets: z.array(nearestAsset),
      /** total number of available assets */
      total: z.number(),
      /** number of assets left out, by the first reason that applies */
      leftOut: z.record(z.enum(LEFT_OUT_REASONS), z.number()),
      /** true if the category has more assets than one response checks; distant ones were not checked */
      truncated: z.boolean(),
      /** assets of any category that the caller has claimed */
      taking: z.array(
        z.object({
          AssetType: z.string(),
          AssetId: z.string(),
          AssetName: z.string().optional(),
          claim: assetClaim,
        }),
      ),
    }),
  }),
  nearestRoute: defineCall(routes.nearestRoute, {
    summary: 'The way to one piece of equipment, map by map',
    patient: true,
    body: named.extend({ start: startPoint }),
    response: z.object({
      start: resolvedStart,
      asset: nearestAsset,
      /** empty if no route between the two maps is known */
      legs: z.array(routeLeg),
    }),
  }),
  claimAsset: defineCall(routes.claimAsset, {
    summary: 'Say that one is taking a piece of equipment, so that nobody else goes for it; ends by itself',
    patient: true,
    body: named,
    response: ack.extend({ claim: assetClaim }),
  }),
  releaseAsset: defineCall(routes.releaseAsset, {
    summary: 'End a claim of one’s own',
    patient: true,
    body: named,
    response: ack,
  }),
  reportAssetMissing: defineCall(routes.reportAssetMissing, {
    summary: 'Report that a piece of equipment is not where it was last seen',
    patient: true,
    body: named,
    response: ack.extend({ missing: missingReport }),
  }),
  withdrawMissingReport: defineCall(routes.withdrawMissingReport, {
    summary: 'Withdraw a report of one’s own that a piece of equipment is missing',
    patient: true,
    body: named,
    response: ack,
  }),
}
