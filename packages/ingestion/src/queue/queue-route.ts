import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import { type QueueRouteDoc, replaceAtRevision } from '@wardtrack/database'
import { isDoneUpTo, type TopicOffsets } from '@wardtrack/kafka'
import { withTimeLimit } from '@wardtrack/service-kit'
import type { BrokerMonitor } from './broker-monitor.ts'

/** Which way the events of one endpoint go. */
export type QueueRoute = {
  /**
   * Whether an event that has come now goes through the brokers. Where it does not, resolves when everything that went
   * through them before is stored, so that nothing overtakes.
   */
  isQueued(): Promise<boolean>
  /** looks at once whether the way has to change */
  review(): void
  /** whether events go through the brokers at this moment */
  isInUse(): boolean
  /** how far the topic was written and read when it was looked at last */
  offsets(): TopicOffsets | undefined
  close(): Promise<void>
}

/** What a route goes by. */
export type QueueRouteOptions = {
  /** name of the endpoint */
  name: string
  isWanted(): boolean
  monitor: Pick<BrokerMonitor, 'isReachable' | 'ready' | 'lost'>
  /** how far the topic is written, and read by all processes */
  readOffsets(): Promise<TopicOffsets>
  /** resolves when everything that is being sent has been sent */
  sent(): Promise<void>
  timing?: Partial<QueueTiming>
}

/** How the processes agree, in milliseconds. */
export type QueueTiming = {
  /** between a decision and the moment from which it holds in every process: each has read it by then */
  delay: number
  /** by how much the clocks of two processes may differ */
  clockSkew: number
}

/** Another process reads what was decided within this time. */
const REVIEW_MS = 500
const TIMINGS = { local: { delay: 0, clockSkew: 0 }, shared: { delay: 2_000, clockSkew: 250 } } as const
/** The way back is only taken with so few messages unread that waiting for them takes moments. */
const DRAINED = 2_000
/** Longest wait for what is with the brokers: then events are stored all the same, and what was overtaken is late. */
const OVERTAKING_AFTER_MS = 10_000
const BARRIER_POLL_MS = 20
const OFFSETS_LIMIT_MS = 2_000
/** How often the topic is looked at while it matters, and while it does not. */
const OFFSETS_MS = { inUse: 1_000, idle: 5_000 } as const
/** After an outage other processes wait so long before they decide for the brokers again. */
const AFTER_OUTAGE_MS = 3_000
/** A process that still does not reach them says so again after this time: the others wait on, though they may reach them. */
const OUTAGE_RENEWAL_MS = 1_000

/**
 * Makes the route of an endpoint. The way is decided by whichever process sees first that it has to change, is kept in
 * the store and holds from a moment on that lies ahead, so that all processes change over together. No event is stored
 * directly while an earlier one may be unread: whoever comes after the change waits for that (docs/adr/0108).
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
  // What an earlier run of this process left with the brokers has not been stored either.
  let wasQueued = true
  let barrier: Promise<void> | undefined
  let isClosed = false

  /** Whether events are stored directly because a process, this one or another, is without the brokers. */
  const isOutageHeld = (): boolean => stored?.isOutage === true && !stored.isQueued
  // An outage holds as soon as it is read: the clock of the process that noticed it may be ahead of this one's.
  const decidedNow = (): boolean =>
    stored !== undefined && !isOutageHeld() && clock.now() >= stored.from.getTime() === stored.isQueued
  const settle = (): boolean => {
    const isQueued = monitor.isReachable() && decidedNow()
    // Nobody waits for brokers that are away: what they have is stored when they are back, and is late then.
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
  /** Resolves when all that was sent through the brokers is stored. @throws when they are out of reach */
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
    // What was decided last does not hold yet.
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
      // Long without a look, others may have changed over. A single process has nobody to differ from.
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
