/** What may join maps: a lift, stairs, or a corridor or bridge that goes on on another map. Values only, free of zod. */
export const CONNECTION_KINDS = ['lift', 'stairs', 'passage'] as const
/** One of {@link CONNECTION_KINDS}. */
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]
/** What one map may have of each. */
export const LANE_LIMITS = {
  lanes: 1_000,
  /** of all lanes together */
  points: 4_000,
  stops: 200,
  /** places at which lanes meet */
  joints: 20_000,
} as const
