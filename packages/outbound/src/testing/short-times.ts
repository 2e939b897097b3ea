import type { FeedTimes } from '../feed-worker.types.ts'

/** Short times, so that pauses and takeovers end while a test waits. */
export const SHORT_TIMES: Partial<FeedTimes> = {
  firstPauseMs: 10,
  longestPauseMs: 80,
  pollMs: 10,
  flushMs: 50,
  rescanMs: 300,
  checkMs: 50,
  timeoutMs: 5_000,
  beatMs: 100,
  deadAfterMs: 2_000,
}
