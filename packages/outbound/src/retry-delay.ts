/** Part of a pause that chance adds, so that not everything that failed together is tried again together. */
export const MAX_JITTER = 0.25

/** Milliseconds until the next attempt: doubled with each failure in a row, up to the longest, and a little by chance. */
export function retryDelay(
  failures: number,
  { firstPauseMs, longestPauseMs }: { firstPauseMs: number; longestPauseMs: number },
): number {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 30), longestPauseMs)
  return pause * (1 + Math.random() * MAX_JITTER)
}

/** Answers by which the other side, or what stands before it, says that it cannot take anything now. */
export const UNAVAILABLE_STATUSES: readonly number[] = [429, 502, 503, 504]

/** Whether an answer accepts what was sent. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300
