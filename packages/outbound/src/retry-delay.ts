/** Random share added to a pause, so that deliveries that failed together are not retried together. */
export const MAX_JITTER = 0.25

/**
 * Returns the milliseconds until the next attempt: doubled with each consecutive failure, up to a limit, plus random
 * jitter.
 */
export function retryDelay(
  failures: number,
  { firstPauseMs, longestPauseMs }: { firstPauseMs: number; longestPauseMs: number },
): number {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 30), longestPauseMs)
  return pause * (1 + Math.random() * MAX_JITTER)
}

/** Status codes of a receiver, or of a proxy before it, that cannot accept anything now. */
export const UNAVAILABLE_STATUSES: readonly number[] = [429, 502, 503, 504]

/** Returns true if a status accepts the delivery. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300
