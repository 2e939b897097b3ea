import type { ConnectionKind } from './walking-routes.types.ts'

/** Distance in metres below which lanes are joined; corridors are farther apart. */
export const JOIN_TOLERANCE_METRES = 0.5

/**
 * Costs of connections as metres of walking at 1.2 m/s. Waiting for a lift takes about 25 s and a floor in it 8 s; a
 * flight of stairs takes 20 s. A passage is part of a corridor that neither map shows.
 */
const COSTS: Readonly<Record<ConnectionKind, { once: number; perStop: number }>> = {
  lift: { once: 30, perStop: 10 },
  stairs: { once: 0, perStop: 25 },
  passage: { once: 0, perStop: 10 },
}

/** Returns the cost in metres of leaving a connection a number of stops after its entry. */
export function connectionMetres(kind: ConnectionKind, stops: number): number {
  const { once, perStop } = COSTS[kind]
  return once + perStop * stops
}
