import { z } from 'zod'
import { iso } from './common.ts'

/**
 * States of a unit's available stock: `short` below the safety level, `below` the PAR level, `at` the level, or
 * `above`.
 */
export const STOCK_STATES = ['short', 'below', 'at', 'above'] as const
/** One of {@link STOCK_STATES}. */
export type StockState = (typeof STOCK_STATES)[number]

/** Number of pieces of a category in a unit, with its level. */
export const stockRow = z.object({
  Category: z.string(),
  /** names of the levels joined with `>` */
  Unit: z.string(),
  /** id of the unit's place */
  hierarchyId: z.string(),
  /** safety level */
  Minimum: z.number(),
  Par: z.number(),
  /** number of pieces last seen in the unit */
  There: z.number(),
  /** number of available pieces among them, by the rules of `nearestAssets` */
  Available: z.number(),
  State: z.enum(STOCK_STATES),
  /** number of pieces missing to the PAR level */
  Missing: z.number(),
  /** share of the sampled times at which the unit was short, in per cent, one decimal */
  ShortShare: z.number(),
})
/** {@link stockRow} */
export type StockRow = z.output<typeof stockRow>

/**
 * Average number of pieces in a unit from `createdAt` on, one decimal. Available pieces were not in use, offline or
 * nearly empty.
 */
export const stockPoint = z.object({ createdAt: iso, there: z.number(), available: z.number() })
/** {@link stockPoint} */
export type StockPoint = z.output<typeof stockPoint>

/** Stock of one row over time. */
export const stockSeries = z.object({
  hierarchyId: z.string(),
  Category: z.string(),
  points: z.array(stockPoint),
})
/** {@link stockSeries} */
export type StockSeries = z.output<typeof stockSeries>

/** Average number of levels in each state from `createdAt` on, one decimal; met is at the PAR level or above. */
export const levelsPoint = z.object({
  createdAt: iso,
  short: z.number(),
  below: z.number(),
  met: z.number(),
})
/** {@link levelsPoint} */
export type LevelsPoint = z.output<typeof levelsPoint>

/** Reasons for a transfer: without it the unit is below the safety level, or below the PAR level. */
export const MOVE_REASONS = ['safety', 'par'] as const
/** One of {@link MOVE_REASONS}. */
export type MoveReason = (typeof MOVE_REASONS)[number]
/** Kinds of a transfer's distance: along lanes, straight where there are none, or unknown. */
export const MOVE_WAYS = ['lanes', 'straight', 'unknown'] as const
/** One of {@link MOVE_WAYS}. */
export type MoveWay = (typeof MOVE_WAYS)[number]

/** A planned transfer of one piece to another unit. Missing texts are empty. */
export const moveProposal = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Category: z.string(),
  /** current place, names of the levels joined with `>` */
  From: z.string(),
  mapId: z.string().nullable(),
  /** destination unit */
  To: z.string(),
  /** distance to the middle of the unit, one decimal; null if no route is known */
  Metres: z.number().nullable(),
  Way: z.enum(MOVE_WAYS),
  Reason: z.enum(MOVE_REASONS),
})
/** {@link moveProposal} */
export type MoveProposal = z.output<typeof moveProposal>

/**
 * Effect of balancing on the levels of a category: levels in need before and after, number of transfers and their
 * distance.
 */
export const balanceSummary = z.object({
  Category: z.string(),
  levels: z.number(),
  /** levels below the safety level */
  shortBefore: z.number(),
  shortAfter: z.number(),
  /** levels below the PAR level, including those below the safety level */
  belowBefore: z.number(),
  belowAfter: z.number(),
  pieces: z.number(),
  metres: z.number(),
})
/** {@link balanceSummary} */
export type BalanceSummary = z.output<typeof balanceSummary>
