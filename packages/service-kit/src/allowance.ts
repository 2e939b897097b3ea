/** A token bucket: an amount that may be spent and refills with time. The last use may overdraw it. */
export type Allowance = {
  spend(amount: number): void
  /** milliseconds until something may be spent again; 0 now */
  waitMs(): number
  /** the share that may be spent now; below 0 when overdrawn */
  remaining(): number
  /** true when the bucket has refilled completely, so that its state can be forgotten */
  isFull(): boolean
}

const MINUTE_MS = 60_000

/**
 * Creates an allowance that is full at first. However far it is overdrawn, it may be used again after a minute.
 * @param perMinute the refill of one minute, and the maximum
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
