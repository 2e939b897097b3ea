/** A token bucket: an amount that may be spent and refills with time. The last use may overdraw it. */
type Allowance = {
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
function createAllowance(perMinute: number, now: () => number): Allowance {
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

/** Limits of one caller, so that others are served too. */
export type CallLimits = {
  /** maximum calls of one caller in progress at a time */
  concurrentCalls: number
  /** maximum calls of one caller that wait for their turn; further ones are refused */
  waitingCalls: number
  /**
   * maximum waiting calls of one caller before they run one by one with rests in between; a page makes about twelve
   */
  crowdingCalls: number
  /** maximum files streamed to one caller at a time */
  concurrentStreams: number
  /** maximum calls of all callers in progress at a time: the store keeps room for work that does not wait here */
  allCalls: number
  /** milliseconds of work for one caller's calls a minute; concurrent calls of several callers divide the time */
  workMs: number
  /** bytes of one caller's answers a minute */
  answerBytes: number
  /** bytes of one caller's answers that wait for their reader; beyond them, further calls are refused */
  unreadBytes: number
  /** the same for all callers together: beyond them, a caller whose answers wait is refused */
  allUnreadBytes: number
}

/** Limits of the product. */
export const CALL_LIMITS: CallLimits = {
  concurrentCalls: 4,
  waitingCalls: 60,
  crowdingCalls: 32,
  concurrentStreams: 2,
  allCalls: 6,
  workMs: 30_000,
  answerBytes: 200 * 1024 ** 2,
  unreadBytes: 32 * 1024 ** 2,
  allUnreadBytes: 256 * 1024 ** 2,
}

/** A call that waits for its turn. */
export type Waiter = { start: () => void }

/** Calls in progress and remaining allowances of one caller. */
export type Share = {
  running: number
  streams: number
  waiting: Waiter[]
  work: Allowance
  bytes: Allowance
  /** bytes of answers that wait for their reader */
  unread: number
  /** true while no further call may begin: the caller makes more calls than pages do and just had one */
  atRest: boolean
}

/** Maximum number of shares kept before unused ones are forgotten. */
const MAX_IDLE_SHARES = 1_000

/** Creates the shares of all callers. Callers that used nothing for a while are forgotten. */
export function createShares(limits: CallLimits, now: () => number) {
  const shares = new Map<string, Share>()
  const isIdle = ({ running, streams, unread, waiting, work, bytes }: Share): boolean =>
    running + streams + unread + waiting.length === 0 && work.isFull() && bytes.isFull()
  const forgetIdle = (): void => {
    for (const [caller, share] of shares) if (isIdle(share)) shares.delete(caller)
  }
  return {
    of: (caller: string): Share => {
      const known = shares.get(caller)
      if (known) return known
      if (shares.size >= MAX_IDLE_SHARES) forgetIdle()
      const work = createAllowance(limits.workMs, now)
      const bytes = createAllowance(limits.answerBytes, now)
      const share: Share = { running: 0, streams: 0, waiting: [], work, bytes, unread: 0, atRest: false }
      shares.set(caller, share)
      return share
    },
  }
}

/**
 * Creates a clock that runs slower the more calls run: the time between two readings is one call's share of the
 * process.
 */
export function createSharedClock(now: () => number) {
  let running = 0
  let time = 0
  let readAt = now()
  const read = (): number => {
    const current = now()
    time += (current - readAt) / Math.max(1, running)
    readAt = current
    return time
  }
  return {
    running: () => running,
    begin: (): number => {
      const startedAt = read()
      running += 1
      return startedAt
    },
    end: (): number => {
      const endedAt = read()
      running -= 1
      return endedAt
    },
  }
}
