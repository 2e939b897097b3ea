import { type AddressClient, createAddressClient } from './address-client.ts'
import { failureOf, statusFailure } from './delivery-failure.ts'
import { openDeliveryFeed } from './delivery-feed.ts'
import { DeliveryLanes, type QueuedDelivery } from './delivery-lanes.ts'
import { createDeliveryLease, type DeliveryLease } from './delivery-lease.ts'
import { DeliveryReport } from './delivery-report.ts'
import { FeedReader } from './feed-reader.ts'
import { FEED_TIMES, type FeedTimes, type FeedWorker, type FeedWorkerParts } from './feed-worker.types.ts'
import type { Receiver } from './receivers.ts'
import { isAccepted, retryDelay, UNAVAILABLE_STATUSES } from './retry-delay.ts'
import { withinTime } from './within-time.ts'

/** Limit of concurrent attempts. */
const MAX_CONCURRENT = 16

/**
 * Creates the worker of a feed. Only one process delivers at a time. Deliveries of one lane are sent in order. Any
 * status other than 2xx is a failure, redirects too, and each delivery is retried until it is accepted or too old. An
 * unreachable receiver gets one attempt at a time, and the feed is not read meanwhile.
 */
export function createFeedWorker(parts: FeedWorkerParts): FeedWorker {
  const worker = new DeliveryLoop(parts)
  return { wake: () => worker.wake(), stop: () => worker.stop(), close: () => worker.close() }
}

class DeliveryLoop {
  private readonly parts: FeedWorkerParts
  private readonly times: FeedTimes
  private readonly lanes = new DeliveryLanes()
  private readonly reader: FeedReader
  private readonly report: DeliveryReport
  private readonly lease: DeliveryLease
  private readonly client: AddressClient
  private readonly attempts = new Set<Promise<void>>()
  private readonly shutdown = new AbortController()
  private readonly timer: NodeJS.Timeout
  private soon: NodeJS.Timeout | undefined
  private cycling: Promise<void> | undefined
  private cycleAgain = false
  private isStopped = false
  private receiver: Receiver | undefined
  /** Consecutive attempts without an answer: until one succeeds, attempts are made one at a time and with pauses. */
  private consecutiveFailures = 0
  private pausedUntil = 0
  private flushAt = 0

  constructor(parts: FeedWorkerParts) {
    this.parts = parts
    this.times = { ...FEED_TIMES, ...parts.times }
    const { db, source, cacheMode, rules } = parts
    const feed = openDeliveryFeed(db, source.kind)
    this.reader = new FeedReader(parts, feed, this.lanes, this.times)
    this.report = new DeliveryReport(parts, feed, this.times)
    this.lease = createDeliveryLease(db, source.kind, cacheMode, this.times)
    this.client = createAddressClient(rules)
    this.timer = setInterval(() => this.wake(), this.times.pollMs)
    this.timer.unref()
  }

  wake(): void {
    this.cycleAgain = true
    if (this.cycling || this.isStopped) return
    this.cycling = this.cycleUntilIdle()
      .catch((error: unknown) => this.warn(error))
      .finally(() => {
        this.cycling = undefined
      })
  }

  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    clearInterval(this.timer)
    clearTimeout(this.soon)
    setTimeout(() => this.shutdown.abort(), this.times.graceMs).unref()
  }

  async close(): Promise<void> {
    this.stop()
    await this.cycling
    await Promise.all(this.attempts)
    await this.reader.flush()
    await this.report.close()
    await this.lease.release()
    this.client.close()
  }

  private async cycleUntilIdle(): Promise<void> {
    while (this.cycleAgain && !this.isStopped) {
      this.cycleAgain = false
      await this.cycle()
    }
  }

  private async cycle(): Promise<void> {
    const receiver = await this.parts.receiver()
    if (receiver && receiver.address !== this.receiver?.address) this.startAnew()
    this.receiver = receiver
    if (!receiver) {
      await this.reader.discard()
      return
    }
    if (!(await this.lease.hold())) {
      this.reader.clear()
      return
    }
    await this.flushWhenDue()
    await this.report.write(this.lanes.isAnyRefused || this.consecutiveFailures > 0)
    await this.report.enforceLimits()
    if (receiver.isPaused || performance.now() < this.pausedUntil) return
    await this.reader.fill(receiver)
    this.dispatch()
  }

  private async flushWhenDue(): Promise<void> {
    const now = performance.now()
    if (now < this.flushAt) return
    this.flushAt = now + this.times.flushMs
    await this.reader.flush()
  }

  /** Resets the failures, because failures of another address say nothing about the current one. */
  private startAnew(): void {
    this.consecutiveFailures = 0
    this.pausedUntil = 0
    this.lanes.retryAll()
  }

  private dispatch(): void {
    const now = performance.now()
    while (this.mayStart(now)) {
      const thing = this.lanes.next(now)
      if (!thing || !this.receiver) break
      this.start(thing, this.receiver)
    }
    const retryAt = this.lanes.nextRetryAt()
    if (this.pausedUntil > now) this.wakeAt(this.pausedUntil)
    else if (retryAt !== undefined && retryAt > now) this.wakeAt(retryAt)
    else if (this.reader.hasChanges) this.wakeAt(now + this.times.flushMs)
  }

  private mayStart(now: number): boolean {
    if (this.isStopped || !this.receiver || this.receiver.isPaused || now < this.pausedUntil) return false
    return this.attempts.size < (this.consecutiveFailures > 0 ? 1 : MAX_CONCURRENT)
  }

  private wakeAt(time: number): void {
    if (this.isStopped) return
    clearTimeout(this.soon)
    this.soon = setTimeout(() => this.wake(), Math.max(1, time - performance.now()))
    this.soon.unref()
  }

  private start(thing: QueuedDelivery, receiver: Receiver): void {
    const attempt = this.attempt(thing, receiver)
      .catch((error: unknown) => this.warn(error))
      .finally(() => {
        this.attempts.delete(attempt)
        this.dispatch()
        if (this.reader.isLow) this.wake()
      })
    this.attempts.add(attempt)
  }

  private async attempt(thing: QueuedDelivery, { address, secrets }: Receiver): Promise<void> {
    const limit = { timeoutMs: this.times.timeoutMs, stopped: this.shutdown.signal }
    const posted = { address, key: thing.key, body: thing.payload, secrets }
    let status: number
    try {
      status = await withinTime(limit, (signal) => this.client.post(posted, signal))
    } catch (error) {
      this.postpone(thing, address, failureOf(error))
      return
    }
    this.report.noteAnswer(thing, address, status)
    if (UNAVAILABLE_STATUSES.includes(status)) return this.postpone(thing, address, statusFailure(status))
    this.consecutiveFailures = 0
    this.pausedUntil = 0
    if (isAccepted(status)) {
      this.lanes.succeed(thing)
      this.reader.settle(thing)
      return
    }
    this.report.noteError(statusFailure(status))
    const retryAtAfter = (refusals: number): number => performance.now() + retryDelay(refusals, this.times)
    this.reader.leave(this.lanes.refuse(thing, retryAtAfter))
  }

  private warn(error: unknown): void {
    this.parts.log.warn({ err: error, kind: this.parts.source.kind }, 'the feed is looked into again')
  }

  /** Pauses all deliveries after an attempt without acceptance, longer with each consecutive failure. */
  private postpone(thing: QueuedDelivery, address: string, reason: string): void {
    this.lanes.putBack(thing)
    // The attempt was cut off by a stop, or the address was corrected meanwhile: the next attempt goes to the new
    // address.
    if (this.shutdown.signal.aborted || address !== this.receiver?.address) return
    this.consecutiveFailures += 1
    this.pausedUntil = performance.now() + retryDelay(this.consecutiveFailures, this.times)
    this.report.noteError(reason)
    if (this.consecutiveFailures === 1)
      this.parts.log.warn(
        { kind: this.parts.source.kind, reason },
        'deliveries are not taken and tried again',
      )
  }
}
