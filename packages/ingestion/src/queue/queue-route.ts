import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import { type QueueRouteDoc, replaceAtRevision } from '@wardtrack/database'
import { isDoneUpTo, type TopicOffsets } from '@wardtrack/kafka'
import { withTimeLimit } from '@wardtrack/service-kit'
import type { BrokerMonitor } from './broker-monitor.ts'

/** The current route of one endpoint's events: through the brokers or directly to the store. */
export type QueueRoute = {
  /**
   * Returns true when a new event goes through the brokers. For direct storage, it first waits until all events sent
   * through the brokers are stored, so that no event overtakes an earlier one.
   */
  isQueued(): Promise<boolean>
  /** checks immediately if the route must change */
  review(): void
  /** true when events currently go through the brokers */
  isInUse(): boolean
  /** written and read offsets of the topic at the last check */
  offsets(): TopicOffsets | undefined
  close(): Promise<void>
}

/** Dependencies of a route. */
export type QueueRouteOptions = {
  /** name of the endpoint */
  name: string
  isWanted(): boolean
  monitor: Pick<BrokerMonitor, 'isReachable' | 'ready' | 'lost'>
  /** reads the offsets of the topic, written and read by all processes */
  readOffsets(): Promise<TopicOffsets>
  /** resolves when all messages in progress are sent */
  sent(): Promise<void>
  timing?: Partial<QueueTiming>
}

/** Timing of the agreement between processes, in milliseconds. */
export type QueueTiming = {
  /** time between a decision and its start in every process: each process has read it by then */
  delay: number
  /** largest difference between the clocks of two processes */
  clockSkew: number
}

/** Time within which another process reads a decision. */
const REVIEW_MS = 500
const TIMINGS = { local: { delay: 0, clockSkew: 0 }, shared: { delay: 2_000, clockSkew: 250 } } as const
/** Limit of unread messages for the change back to direct storage, so that waiting for them takes moments. */
const DRAINED = 2_000
/** Longest wait for messages at the brokers. After it, events are stored anyway, and overtaken ones count as late. */
const OVERTAKING_AFTER_MS = 10_000
const BARRIER_POLL_MS = 20
const OFFSETS_LIMIT_MS = 2_000
/** Interval between checks of the topic, while it is in use and while it is not. */
const OFFSETS_MS = { inUse: 1_000, idle: 5_000 } as const
/** Time after an outage before other processes decide for the brokers again. */
const AFTER_OUTAGE_MS = 3_000
/** Time after which a process without access reports the outage again, so that the others keep waiting. */
const OUTAGE_RENEWAL_MS = 1_000

/**
 * Creates the route of an endpoint. The first process that sees a need for change decides. The decision is stored and
 * starts at a later time, so that all processes change together. No event is stored directly while an earlier one may
 * be unread: events after the change wait for it (docs/adr/0053).
 */
export function createQueueRoute(
  { db, log, clock, cacheMode }: Pick<ServiceParts, 'db' | 'log' | 'clock' | 'cacheMode'>,
  { name, isWanted, monitor, readOffsets, sent, timing }: QueueRouteOptions,
): QueueRoute {
  const { delay, clockSkew } = { ...TIMINGS[cacheMode], ...timing }
  let stored: QueueRouteDoc | undefined
  let storedAt = Number.NEGATIVE_INFINITY
  let offsets: TopicOffsets | undefined
  let offsetsAt = Number.NEGATIVE_INFINITY
  // Messages that an earlier run of this process left at the brokers are not stored yet either.
  let wasQueued = true
  let barrier: Promise<void> | undefined
  let isClosed = false

  /** Returns true while events are stored directly because this or another process cannot reach the brokers. */
  const isOutageHeld = (): boolean => stored?.isOutage === true && !stored.isQueued
  // An outage applies as soon as it is read: the clock of the reporting process may be ahead of this one's.
  const decidedNow = (): boolean =>
    stored !== undefined && !isOutageHeld() && clock.now() >= stored.from.getTime() === stored.isQueued
  const settle = (): boolean => {
    const isQueued = monitor.isReachable() && decidedNow()
    // Events do not wait for unreachable brokers: their messages are stored after their return, and count as late.
    if (wasQueued && !isQueued && monitor.isReachable()) barrier = startBarrier()
    wasQueued = isQueued
    return isQueued
  }
  const startBarrier = (): Promise<void> => {
    const started = Promise.race([passBarrier(), monitor.lost()])
      .catch((error: unknown) => log.debug({ err: error, endpoint: name }, 'nothing is waited for'))
      .finally(() => {
        if (barrier === started) barrier = undefined
      })
    return started
  }
  const look = async (): Promise<TopicOffsets> => {
    const read = await withTimeLimit(readOffsets(), OFFSETS_LIMIT_MS)
    offsets = read
    offsetsAt = performance.now()
    return read
  }
  /** Resolves when all messages sent through the brokers are stored. @throws when the brokers are unreachable */
  const passBarrier = async (): Promise<void> => {
    await sleep(clockSkew)
    await sent()
    const startedAt = performance.now()
    const { end } = await look()
    while (!isClosed && !isDoneUpTo(await look(), end)) {
      if (performance.now() - startedAt > OVERTAKING_AFTER_MS) {
        log.warn({ endpoint: name }, 'events are stored although earlier ones are still with the brokers')
        return
      }
      await sleep(BARRIER_POLL_MS)
    }
  }
  const readStored = async (): Promise<void> => {
    const startedAt = performance.now()
    stored = (await db.models.queueRoutes.findOne({ _id: name })) ?? undefined
    storedAt = startedAt
  }
  const decide = async (isQueued: boolean, isOutage: boolean): Promise<void> => {
    const from = new Date(clock.now() + (isOutage ? 0 : delay))
    const decision = { _id: name, isQueued, from, ...(isOutage ? { isOutage } : {}) }
    const isRenewal = isOutage && isOutageHeld()
    const saved = await replaceAtRevision(db.models.queueRoutes, decision, stored?.revision)
    if (saved && !isRenewal) log.info({ endpoint: name, isQueued, from, isOutage }, 'events change their way')
    await readStored()
  }
  const isRenewalDue = (): boolean =>
    stored !== undefined &&
    isOutageHeld() &&
    isWanted() &&
    !monitor.isReachable() &&
    clock.now() - stored.from.getTime() > OUTAGE_RENEWAL_MS
  const isLongEnoughAgo = ({ isOutage, from }: QueueRouteDoc): boolean =>
    isOutage !== true || clock.now() - from.getTime() > AFTER_OUTAGE_MS
  const reviewNow = async (): Promise<void> => {
    await readStored()
    const isQueued = settle()
    const matters = isQueued || isWanted() || (offsets?.lag ?? 1) > 0
    const isDue = performance.now() - offsetsAt > (matters ? OFFSETS_MS.inUse : OFFSETS_MS.idle)
    const isLeaving = isQueued && !isWanted()
    if (monitor.isReachable() && (isDue || isLeaving)) await look().catch(() => undefined)
    // The last decision has not started yet.
    if (stored && clock.now() < stored.from.getTime()) return
    if ((decidedNow() && !monitor.isReachable()) || isRenewalDue()) await decide(false, true)
    else if (isLeaving && (offsets?.lag ?? 0) <= DRAINED) await decide(false, false)
    else if (!decidedNow() && isWanted() && monitor.isReachable() && (!stored || isLongEnoughAgo(stored)))
      await decide(true, false)
    settle()
  }
  let reviewing: Promise<void> | undefined
  let isReviewDue = false
  const review = (): void => {
    if (isClosed) return
    if (reviewing) {
      isReviewDue = true
      return
    }
    isReviewDue = false
    reviewing = reviewNow()
      .catch((error: unknown) => log.debug({ err: error, endpoint: name }, 'the way is looked at later'))
      .finally(() => {
        reviewing = undefined
        if (isReviewDue) review()
      })
  }
  const timer = setInterval(review, REVIEW_MS).unref()
  let starting: Promise<unknown> | undefined = monitor.ready().then(async () => {
    review()
    await reviewing
    starting = undefined
  })
  return {
    isQueued: async () => {
      await starting
      // After a long time without a check, other processes may have changed the route. A single process has no
      // others.
      if (cacheMode === 'shared' && performance.now() - storedAt > delay && !decidedNow()) await readStored()
      while (!settle()) {
        if (barrier === undefined) return false
        await barrier
      }
      return true
    },
    review,
    isInUse: () => monitor.isReachable() && decidedNow(),
    offsets: () => offsets,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await reviewing
      await barrier
    },
  }
}
