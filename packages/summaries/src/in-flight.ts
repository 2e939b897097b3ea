/** Milliseconds after which an event that is in history, but not in its asset, was left out by a crash. */
const MAX_FLIGHT_MS = 10_000

/** True if an event of history may still be on its way to its asset. @param now milliseconds */
export const isInFlight = ({ receivedAt }: { receivedAt: Date }, now: number): boolean =>
  Math.abs(now - receivedAt.getTime()) < MAX_FLIGHT_MS
