/**
 * Maximum milliseconds between storing an event in history and in its asset. A longer gap is the result of a crash.
 */
const MAX_FLIGHT_MS = 10_000

/** Returns true if an event of history may still be on its way to its asset. @param now milliseconds */
export const isInFlight = ({ receivedAt }: { receivedAt: Date }, now: number): boolean =>
  Math.abs(now - receivedAt.getTime()) < MAX_FLIGHT_MS
