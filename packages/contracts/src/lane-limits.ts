/**
 * Kinds of connections between maps: a lift, stairs, or a corridor or bridge that continues on another map. This file
 * has only values, without zod.
 */
export const CONNECTION_KINDS = ['lift', 'stairs', 'passage'] as const
/** One of {@link CONNECTION_KINDS}. */
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]
/** Limits of one map. */
export const LANE_LIMITS = {
  lanes: 1_000,
  /** points of all lanes together */
  points: 4_000,
  stops: 200,
  /** places where lanes meet */
  joints: 20_000,
} as const
