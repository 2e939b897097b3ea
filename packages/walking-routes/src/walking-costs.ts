import type { ConnectionKind } from './walking-routes.types.ts'

/** Lanes that come this near to each other, in metres, are joined; corridors are further apart than that. */
export const JOIN_TOLERANCE_METRES = 0.5

/**
 * What a connection costs as metres of walking at 1.2 m/s: waiting for a lift takes about 25 s and a floor in it 8 s, a
 * flight of stairs 20 s. A passage is part of a corridor that neither map shows.
 */
const COSTS: Readonly<Record<ConnectionKind, { once: number; perStop: number }>> = {
  lift: { once: 30, perStop: 10 },
  stairs: { once: 0, perStop: 25 },
  passage: { once: 0, perStop: 10 },
}

/** Metres that it counts to leave a connection so many stops after the one at which it was entered. */
export function connectionMetres(kind: ConnectionKind, stops: number): number {
  const { once, perStop } = COSTS[kind]
  return once + perStop * stops
}
