import { type Allowance, createAllowance } from './allowance.ts'

/** What one caller may have of the process, so that others are served too. */
export type CallLimits = {
  /** calls of one caller worked on at a time */
  concurrentCalls: number
  /** calls of one caller that wait for their turn; beyond it they are refused */
  waitingCalls: number
  /** calls of one caller that may wait before they are worked on one by one, with rests between them; a page makes some twelve */
  crowdingCalls: number
  /** files of one caller that are streamed at a time */
  concurrentStreams: number
  /** calls of all callers worked on at a time: the store keeps room for what does not wait here */
  allCalls: number
  /** milliseconds that the calls of one caller are worked on, a minute; those of several callers at once share them */
  workMs: number
  /** bytes of one caller's answers, a minute */
  answerBytes: number
}

/** What the product allows. */
export const CALL_LIMITS: CallLimits = {
  concurrentCalls: 4,
  waitingCalls: 60,
  crowdingCalls: 32,
  concurrentStreams: 2,
  allCalls: 6,
  workMs: 30_000,
  answerBytes: 200 * 1024 ** 2,
}

/** A call that waits for its turn. */
export type Waiter = { start: () => void }

/** What a caller holds and may still have. */
export type Share = {
  running: number
  streams: number
  waiting: Waiter[]
  work: Allowance
  bytes: Allowance
  /** none of its calls is begun now: it has just had one, and asks for more than pages do */
  atRest: boolean
}

/** Shares kept before those that are not used are forgotten. */
const MAX_IDLE_SHARES = 1_000

/** The shares of all callers; who has used nothing for a while is forgotten. */
export function createShares(limits: CallLimits, now: () => number) {
  const shares = new Map<string, Share>()
  const isIdle = ({ running, streams, waiting, work, bytes }: Share): boolean =>
    running + streams + waiting.length === 0 && work.isFull() && bytes.isFull()
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
      const share: Share = { running: 0, streams: 0, waiting: [], work, bytes, atRest: false }
      shares.set(caller, share)
      return share
    },
  }
}

/** A clock that goes slower the more calls run: the time between two readings is one call's share of the process. */
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
