import type { Database, DeliveryDoc } from '@wardtrack/database'
import type { Logger } from '@wardtrack/service-kit'
import { createAddressClient } from './address-client.ts'
import { failureOf, statusFailure } from './delivery-failure.ts'
import { deliveryState, OUTBOX_TIMES, type Outbox, type OutboxTimes, openOutbox } from './outbox.ts'
import { noteDropped, type OutboxLimits } from './outbox-limits.ts'
import type { OutboxFigures } from './outbox-metrics.ts'
import { deliveryKey, type OutboxSender, type SendResult } from './outbox-sender.ts'
import type { Receiver } from './receivers.ts'
import type { TargetRules } from './resolve-target.ts'
import { isAccepted, retryDelay, UNAVAILABLE_STATUSES } from './retry-delay.ts'
import { withinTime } from './within-time.ts'

/** Dependencies of sending to one address by HTTP. */
type HttpSenderParts = {
  rules: TargetRules
  /** called for each answer to a delivery: by then the receiver has it, whatever the answer */
  onAnswer?(entry: DeliveryDoc, address: string, status: number): void
}

/** Creates the sender that posts each delivery to the address. */
function createHttpSender({ rules, onAnswer }: HttpSenderParts): OutboxSender {
  const client = createAddressClient(rules)
  return {
    send: async ({ entry, address, secrets }, signal) => {
      const thing = { address, key: deliveryKey(entry), body: entry.payload, secrets }
      const status = await client.post(thing, signal)
      onAnswer?.(entry, address, status)
      return answerResult(status)
    },
    close: () => client.close(),
  }
}

/** Returns the result of a delivery by its status. Any status other than 2xx is a failure, redirects too. */
export function answerResult(status: number): SendResult {
  if (isAccepted(status)) return { state: 'delivered' }
  const reason = statusFailure(status)
  return { state: UNAVAILABLE_STATUSES.includes(status) ? 'unavailable' : 'refused', reason }
}

/** Delivers the outbox of one kind, so that a slow receiver delays only its own deliveries. */
export type OutboxWorker = {
  /** reads the outbox now: deliveries were added, or the address changed */
  wake(): void
  /** reads the outbox now, even if the receiver was unreachable at the last attempts */
  resume(): void
  /** starts no new attempts; attempts in progress have a short time to end */
  stop(): void
  /** stops, and resolves when no attempt is in progress */
  close(): Promise<void>
}

/** Dependencies of every worker. */
type WorkerParts = {
  db: Database
  log: Logger
  kind: string
  /** returns the current address; undefined when none is set: waiting deliveries are then dropped */
  address(): Promise<string | undefined>
  /** returns if deliveries are paused, and the signing secrets; neither when left out */
  state?(): Promise<Pick<Receiver, 'isPaused' | 'secrets'>>
  limits?: OutboxLimits
  /** called now and then with the figures of the outbox */
  onFigures?(figures: Omit<OutboxFigures, 'kind'>): void
  times?: Partial<OutboxTimes>
  /** limit of concurrent attempts */
  maxConcurrent?: number
}

/** Dependencies of a worker: those for HTTP to one address, or another sender. */
export type OutboxWorkerParts = WorkerParts & (HttpSenderParts | { sender: OutboxSender })

/** Default limit of concurrent attempts. */
const MAX_CONCURRENT = 4
const PRUNE_EVERY_MS = 3_600_000
const NO_STATE = { isPaused: false, secrets: [] } as const

/**
 * Creates the outbox worker of a process. Each delivery is retried until it is accepted, or given up by its sender.
 */
export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const worker = new OutboxDelivery(parts)
  return {
    wake: () => worker.wake(),
    resume: () => worker.resume(),
    stop: () => worker.stop(),
    close: () => worker.close(),
  }
}

class OutboxDelivery {
  private readonly parts: OutboxWorkerParts
  private readonly times: OutboxTimes
  private readonly outbox: Outbox
  private readonly timer: NodeJS.Timeout
  private readonly deliveries = new Set<Promise<void>>()
  /** Attempts in progress whose receiver accepted nothing at the last attempt: they leave room for the others. */
  private awayAttempts = 0
  private readonly shutdown = new AbortController()
  private readonly sender: OutboxSender
  private isStopped = false
  private polling: Promise<void> | undefined
  private pollAgain = false
  /** Consecutive attempts without an answer: until one succeeds, attempts are made one at a time and with pauses. */
  private consecutiveFailures = 0
  private pausedUntil = 0
  private nextPruneAt = 0
  private nextOverdueAt = 0
  private state: Pick<Receiver, 'isPaused' | 'secrets'> = NO_STATE
  /** the address at the last check; null before the first */
  private address: string | null | undefined = null

  constructor(parts: OutboxWorkerParts) {
    this.parts = parts
    this.times = { ...OUTBOX_TIMES, ...parts.times }
    this.outbox = openOutbox(parts.db, parts.kind, this.times)
    this.sender = 'sender' in parts ? parts.sender : createHttpSender(parts)
    this.timer = setInterval(() => this.wake(), this.times.pollMs)
    this.timer.unref()
  }

  wake(): void {
    this.pollAgain = true
    if (this.polling || this.isStopped) return
    this.polling = this.pollUntilIdle()
      .catch((error: unknown) => this.warn(error, 'the outbox is looked into again'))
      .finally(() => {
        this.polling = undefined
      })
  }

  resume(): void {
    this.consecutiveFailures = 0
    this.pausedUntil = 0
    this.wake()
  }

  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    clearInterval(this.timer)
    setTimeout(() => this.shutdown.abort(), this.times.graceMs).unref()
  }

  async close(): Promise<void> {
    this.stop()
    await this.polling
    await Promise.all(this.deliveries)
    this.sender.close()
  }

  private async pollUntilIdle(): Promise<void> {
    while (this.pollAgain && !this.isStopped) {
      this.pollAgain = false
      await this.poll()
    }
  }

  private async poll(): Promise<void> {
    const address = await this.parts.address()
    if (this.address !== null && address !== this.address) await this.startAnew()
    this.address = address
    this.state = (await this.parts.state?.()) ?? NO_STATE
    if (address === undefined) {
      const dropped = await this.outbox.discardPending()
      if (dropped > 0) this.parts.log.info({ dropped }, 'no address is set: what waited is not delivered')
      return
    }
    if (this.nextOverdueAt <= performance.now()) {
      this.nextOverdueAt = performance.now() + this.times.overdueMs
      await this.outbox.retryOverdue()
      await this.enforceLimits()
    }
    while (this.mayClaim()) {
      const entry = await this.outbox.claim(this.awayAttempts >= this.maxConcurrent / 2)
      if (!entry) break
      this.deliver(entry, address)
    }
    if (this.nextPruneAt > performance.now()) return
    this.nextPruneAt = performance.now() + PRUNE_EVERY_MS
    await this.outbox.prune()
  }

  /** Resets the failures, because failures of another address say nothing about the current one. */
  private async startAnew(): Promise<void> {
    this.consecutiveFailures = 0
    this.pausedUntil = 0
    await this.outbox.retryAll()
  }

  private mayClaim(): boolean {
    if (this.isStopped || this.state.isPaused || performance.now() < this.pausedUntil) return false
    return this.deliveries.size < (this.consecutiveFailures > 0 ? 1 : this.maxConcurrent)
  }

  private get maxConcurrent(): number {
    return this.parts.maxConcurrent ?? MAX_CONCURRENT
  }

  private deliver(entry: DeliveryDoc, address: string): void {
    const away = entry.laneAway ? 1 : 0
    this.awayAttempts += away
    const delivery = this.attempt(entry, address)
      .catch((error: unknown) => this.warn(error, 'a delivery is tried again after its lease'))
      .finally(() => {
        this.deliveries.delete(delivery)
        this.awayAttempts -= away
        this.wake()
      })
    this.deliveries.add(delivery)
  }

  private async attempt(entry: DeliveryDoc, address: string): Promise<void> {
    let result: SendResult
    try {
      const limit = { timeoutMs: this.times.timeoutMs, stopped: this.shutdown.signal }
      const { secrets } = this.state
      result = await withinTime(limit, (signal) => this.sender.send({ entry, address, secrets }, signal))
    } catch (error) {
      await this.scheduleRetry(entry, address, failureOf(error))
      return
    }
    if (result.state === 'unavailable') return this.scheduleRetry(entry, address, result.reason)
    const wasUnreachable = this.consecutiveFailures > 0
    this.consecutiveFailures = 0
    this.pausedUntil = 0
    if (result.state === 'delivered') await this.outbox.markDelivered(entry)
    else if (result.state === 'failed') await this.outbox.giveUp(entry, result.reason)
    else {
      const { reason, isLaneAway = false } = result
      await this.outbox.markFailed(entry, { reason, isLaneAway, pauseMs: this.pauseAfter(entry) })
    }
    if (wasUnreachable) await this.outbox.retryUnreachable()
  }

  private async scheduleRetry(entry: DeliveryDoc, address: string, reason: string): Promise<void> {
    if (this.shutdown.signal.aborted)
      return this.outbox.markFailed(entry, { reason: 'cut off by a stop', pauseMs: 0 })
    // The address was corrected meanwhile: the next attempt goes to the new one.
    if (address !== this.address)
      return this.outbox.markFailed(entry, { reason, pauseMs: 0, isUnreachable: true })
    this.consecutiveFailures += 1
    this.pausedUntil = performance.now() + retryDelay(this.consecutiveFailures, this.times)
    if (this.consecutiveFailures === 1)
      this.parts.log.warn({ kind: this.parts.kind, reason }, 'deliveries are not taken and tried again')
    await this.outbox.markFailed(entry, { reason, pauseMs: this.pauseAfter(entry), isUnreachable: true })
  }

  private pauseAfter({ attempts }: DeliveryDoc): number {
    return retryDelay(attempts, this.times)
  }

  private async enforceLimits(): Promise<void> {
    const { db, limits, kind, log, onFigures } = this.parts
    if (!limits) return
    const dropped = await this.outbox.enforceLimits(limits)
    const { pending, oldestAt } = await deliveryState(db, kind)
    const lagSeconds = oldestAt ? Math.max(0, (Date.now() - Date.parse(oldestAt)) / 1000) : 0
    onFigures?.({ pending, lagSeconds, dropped })
    if (dropped === 0) return
    log.error({ kind, dropped }, 'the outbox is full: what waited longest is not delivered')
    await noteDropped(db, kind, dropped)
  }

  private warn(error: unknown, message: string): void {
    this.parts.log.warn({ err: error, kind: this.parts.kind }, message)
  }
}
