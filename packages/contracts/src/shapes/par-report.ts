import { z } from 'zod'
import { iso } from './common.ts'

/**
 * How what is available in a unit stands to its level: `short` below the safety level, `below` the PAR level, `at` it, or
 * `above` it.
 */
export const STOCK_STATES = ['short', 'below', 'at', 'above'] as const
/** One of {@link STOCK_STATES}. */
export type StockState = (typeof STOCK_STATES)[number]

/** How many pieces of a category are in a unit, against its level. */
export const stockRow = z.object({
  Category: z.string(),
  /** names of the levels joined with `>` */
  Unit: z.string(),
  /** of the unit's place */
  hierarchyId: z.string(),
  /** safety level */
  Minimum: z.number(),
  Par: z.number(),
  /** pieces that were seen last in the unit */
  There: z.number(),
  /** those of them that can be fetched, as `nearestAssets` judges it */
  Available: z.number(),
  State: z.enum(STOCK_STATES),
  /** pieces that the PAR level lacks */
  Missing: z.number(),
  /** of the moments that were looked at, those at which the unit was short, in per cent, one decimal */
  ShortShare: z.number(),
})
/** {@link stockRow} */
export type StockRow = z.output<typeof stockRow>

/** How many pieces were in a unit from `createdAt` on, on average, one decimal; available is what was not in use, offline or nearly empty. */
export const stockPoint = z.object({ createdAt: iso, there: z.number(), available: z.number() })
/** {@link stockPoint} */
export type StockPoint = z.output<typeof stockPoint>

/** The stock of one row over time. */
export const stockSeries = z.object({
  hierarchyId: z.string(),
  Category: z.string(),
  points: z.array(stockPoint),
})
/** {@link stockSeries} */
export type StockSeries = z.output<typeof stockSeries>

/** How many levels were in which state from `createdAt` on, on average, one decimal; met is at the PAR level or above. */
export const levelsPoint = z.object({
  createdAt: iso,
  short: z.number(),
  below: z.number(),
  met: z.number(),
})
/** {@link levelsPoint} */
export type LevelsPoint = z.output<typeof levelsPoint>

/** Why a piece is to be brought: its unit is below the safety level without it, or below the PAR level. */
export const MOVE_REASONS = ['safety', 'par'] as const
/** One of {@link MOVE_REASONS}. */
export type MoveReason = (typeof MOVE_REASONS)[number]
/** How the metres of a move are measured: on foot along the lanes, straight where there are none, or no way is known. */
export const MOVE_WAYS = ['lanes', 'straight', 'unknown'] as const
/** One of {@link MOVE_WAYS}. */
export type MoveWay = (typeof MOVE_WAYS)[number]

/** A piece that is to be brought to another unit. Missing texts are empty. */
export const moveProposal = z.object({
  AssetId: z.string(),
  AssetType: z.string(),
  AssetName: z.string(),
  Category: z.string(),
  /** where it is, names of the levels joined with `>` */
  From: z.string(),
  mapId: z.string().nullable(),
  /** the unit that it is to be brought to */
  To: z.string(),
  /** to the middle of the unit, one decimal; null where no way is known */
  Metres: z.number().nullable(),
  Way: z.enum(MOVE_WAYS),
  Reason: z.enum(MOVE_REASONS),
})
/** {@link moveProposal} */
export type MoveProposal = z.output<typeof moveProposal>

/** What balancing does for the levels of a category: how many are in need before and after, with how many pieces brought how far. */
export const balanceSummary = z.object({
  Category: z.string(),
  levels: z.number(),
  /** below the safety level */
  shortBefore: z.number(),
  shortAfter: z.number(),
  /** below the PAR level, those below the safety level among them */
  belowBefore: z.number(),
  belowAfter: z.number(),
  pieces: z.number(),
  metres: z.number(),
})
/** {@link balanceSummary} */
export type BalanceSummary = z.output<typeof balanceSummary>
