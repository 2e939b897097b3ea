/** An amount that may be spent, and comes back with time: a token bucket that may be overdrawn by its last use. */
export type Allowance = {
  spend(amount: number): void
  /** milliseconds until something may be spent again; 0 now */
  waitMs(): number
  /** the share of it that may be spent now; below 0 when it is overdrawn */
  remaining(): number
  /** whether all of it has come back: nothing need be remembered of it */
  isFull(): boolean
}

const MINUTE_MS = 60_000

/**
 * Makes an allowance, full at first. However much is overdrawn, it may be used again after a minute.
 * @param perMinute what comes back in a minute, and the most there is
 */
export function createAllowance(perMinute: number, now: () => number): Allowance {
  let level = perMinute
  let readAt = now()
  const read = (): number => {
    const time = now()
    level = Math.min(perMinute, level + ((time - readAt) / MINUTE_MS) * perMinute)
    readAt = time
    return level
  }
  return {
    spend: (amount) => {
      level = Math.max(read() - amount, -perMinute)
    },
    waitMs: () => Math.max(0, (-read() / perMinute) * MINUTE_MS),
    remaining: () => read() / perMinute,
    isFull: () => read() >= perMinute,
  }
}
