import { messages } from '@wardtrack/contracts'
import { ApiError, overloaded } from './api-error.ts'
import {
  CALL_LIMITS,
  type CallLimits,
  createSharedClock,
  createShares,
  type Share,
  type Waiter,
} from './call-shares.ts'
import type { ServiceMetrics } from './metrics.ts'

/** The turn of one call. */
export type CallSlot = {
  /**
   * counts the bytes of the answer, which wait for their reader
   * @returns a function that reports that they were read, or that the reader has gone away; safe to call twice
   */
  answered(bytes: number): () => void
  /** ends the turn; safe to call twice */
  release(): void
}

/** Shares the process among its callers. */
export type CallBudget = {
  /**
   * Refuses a call that could not even wait, before any work is done for it.
   * @throws ApiError 429 as `enter`
   */
  check(caller: string): void
  /**
   * Waits for a caller's turn; waiting callers take turns. A caller with more calls than pages make gets one call at
   * a time, with rests in between.
   * @param cancelled aborted when nobody waits for the answer any more: the turn goes to the next caller
   * @throws ApiError 429 `overloaded` with Retry-After when too many calls of the caller wait, its share is used up,
   * or its turn does not come within 20 s
   */
  enter(caller: string, cancelled: AbortSignal): Promise<CallSlot>
  /** starts an answer that is streamed and may take minutes: it neither waits for other calls nor delays them */
  enterStream(caller: string): CallSlot
}

/** Share of a minute's work after which a caller has to rest between calls. */
const RESTING_FROM = 0.5
/** Length of a rest as a multiple of the call's duration, and its maximum in milliseconds. */
const REST_TIMES = 3
const MAX_PAUSE_MS = 1_000
/** Longest wait for a turn, in milliseconds. Clients give up after half a minute. */
const MAX_WAIT_MS = 20_000

/** Milliseconds after which a caller may ask again whose answers wait for their reader. */
const UNREAD_WAIT_MS = 5_000

type RefusedFor = 'calls' | 'streams' | 'work' | 'bytes' | 'unread'

/**
 * Creates the budget of a process. @param parts `limits`: replacements for the product's; `now`: the clock, for tests
 */
export function createCallBudget(
  parts: { limits?: Partial<CallLimits>; metrics?: ServiceMetrics; now?: () => number } = {},
): CallBudget {
  const { metrics, now = Date.now } = parts
  const limits = { ...CALL_LIMITS, ...parts.limits }
  const shares = createShares(limits, now)
  const waitingCallers = new Map<string, Share>()
  const clock = createSharedClock(now)
  const refusal = createRefusals(metrics)
  metrics?.gauge('wardtrack_session_calls_running', 'Calls of sessions worked on', () => clock.running())
  metrics?.gauge('wardtrack_session_calls_waiting', 'Calls of sessions that wait for their turn', () =>
    [...waitingCallers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
  )

  let allUnread = 0
  const holdUnread = (share: Share, bytes: number): (() => void) => {
    share.unread += bytes
    allUnread += bytes
    return callOnce(() => {
      share.unread -= bytes
      allUnread -= bytes
    })
  }
  const checkAllowances = (share: Share): void => {
    if (share.unread > (allUnread > limits.allUnreadBytes ? 0 : limits.unreadBytes))
      throw refusal('unread', UNREAD_WAIT_MS)
    const workWait = share.work.waitMs()
    if (workWait > 0) throw refusal('work', workWait)
    const bytesWait = share.bytes.waitMs()
    if (bytesWait > 0) throw refusal('bytes', bytesWait)
  }
  /** True when a caller makes more calls than pages do. */
  const isGreedy = ({ waiting, work }: Share): boolean =>
    waiting.length > limits.crowdingCalls || work.remaining() < 1 - RESTING_FROM
  const hasRoom = (share: Share): boolean => {
    if (clock.running() >= limits.allCalls) return false
    if (isGreedy(share)) return share.running === 0 && !share.atRest
    return share.running < limits.concurrentCalls
  }
  const rest = (share: Share, workMs: number): void => {
    share.atRest = true
    const end = (): void => {
      share.atRest = false
      startWaiting()
    }
    setTimeout(end, Math.min(workMs * REST_TIMES, MAX_PAUSE_MS)).unref()
  }
  const begin = (share: Share): CallSlot => {
    share.running += 1
    const startedAt = clock.begin()
    const release = callOnce(() => {
      const workMs = clock.end() - startedAt
      share.running -= 1
      share.work.spend(workMs)
      if (isGreedy(share)) rest(share, workMs)
      startWaiting()
    })
    const answered: CallSlot['answered'] = (bytes) => {
      share.bytes.spend(bytes)
      return holdUnread(share, bytes)
    }
    return { answered, release }
  }
  const takeTurn = async (share: Share): Promise<CallSlot> => {
    // Other calls may have used up the share while this call waited.
    checkAllowances(share)
    return begin(share)
  }
  const startWaiting = (): void => {
    for (const [caller, share] of waitingCallers) {
      if (!hasRoom(share)) continue
      // A caller that had a turn moves to the end of the queue.
      waitingCallers.delete(caller)
      const next = share.waiting.shift()
      if (share.waiting.length > 0) waitingCallers.set(caller, share)
      next?.start()
    }
  }
  const waitForTurn = (caller: string, share: Share, cancelled: AbortSignal): Promise<CallSlot> =>
    new Promise((resolve, reject) => {
      const leave = (error: ApiError): void => {
        clearTimeout(timer)
        cancelled.removeEventListener('abort', abandon)
        share.waiting = share.waiting.filter((candidate) => candidate !== waiter)
        if (share.waiting.length === 0) waitingCallers.delete(caller)
        reject(error)
      }
      const abandon = (): void => leave(overloaded())
      const timer = setTimeout(() => leave(refusal('calls', 1_000)), MAX_WAIT_MS).unref()
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer)
          cancelled.removeEventListener('abort', abandon)
          resolve(takeTurn(share))
        },
      }
      share.waiting.push(waiter)
      waitingCallers.set(caller, share)
      cancelled.addEventListener('abort', abandon)
    })
  const checkRoom = (share: Share): void => {
    checkAllowances(share)
    if (share.waiting.length >= limits.waitingCalls) throw refusal('calls', 1_000)
  }
  return {
    check: (caller) => checkRoom(shares.of(caller)),
    enter: async (caller, cancelled) => {
      const share = shares.of(caller)
      checkRoom(share)
      return share.waiting.length === 0 && hasRoom(share)
        ? begin(share)
        : waitForTurn(caller, share, cancelled)
    },
    enterStream: (caller) => {
      const share = shares.of(caller)
      checkAllowances(share)
      if (share.streams >= limits.concurrentStreams) throw refusal('streams', 5_000)
      share.streams += 1
      const release = callOnce(() => {
        share.streams -= 1
      })
      return { answered: () => () => undefined, release }
    },
  }
}

function createRefusals(
  metrics: ServiceMetrics | undefined,
): (reason: RefusedFor, waitMs: number) => ApiError {
  const counter = metrics?.counter(
    'wardtrack_session_calls_refused_total',
    'Calls of sessions answered 429, by what their session had used up',
    ['reason'],
  )
  return (reason, waitMs) => {
    counter?.inc({ reason })
    const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
    return new ApiError('overloaded', messages.sessionShare, { retryAfter })
  }
}

function callOnce(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
