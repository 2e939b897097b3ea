import type { Database, DeliveryDoc } from '@wardtrack/database'
import type { Logger } from '@wardtrack/service-kit'
import { AddressNotAllowed } from './address-rules.ts'
import { OUTBOX_TIMES, type Outbox, type OutboxTimes, openOutbox } from './outbox.ts'
import { postJson } from './post-json.ts'
import { resolveTarget, type TargetRules } from './resolve-target.ts'

/** Delivers what is in the outbox, for one kind of things: a slow receiver holds up nobody but itself. */
export type OutboxWorker = {
  /** looks into the outbox now: something was put there, or the address changed */
  wake(): void
  /** takes nothing more; attempts under way may end, for a short while */
  stop(): void
  /** stops, and resolves when nothing is under way */
  close(): Promise<void>
}

/** What a worker needs. */
export type OutboxWorkerParts = {
  db: Database
  log: Logger
  kind: string
  /** the address as it is set now; undefined when there is none: what waits is forgotten then */
  address(): Promise<string | undefined>
  rules: TargetRules
  times?: Partial<OutboxTimes>
}

/** Attempts under way at a time. */
const LANES = 4
const PRUNE_EVERY_MS = 3_600_000
/** The other side, or what stands before it, says that it cannot take anything now. */
const NOT_NOW = [429, 502, 503, 504]

/** Makes the outbox worker of a process. Any answer but 2xx is a failure, redirects too; each is tried until accepted. */
export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const worker = new OutboxDelivery(parts)
  return {
    wake: () => worker.wake(),
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
  private readonly ending = new AbortController()
  private stopped = false
  private looking: Promise<void> | undefined
  private again = false
  /** Attempts in a row that found nobody: until one does, they are made one at a time and with pauses. */
  private consecutiveFailures = 0
  private pausedUntil = 0
  private pruneAt = 0

  constructor(parts: OutboxWorkerParts) {
    this.parts = parts
    this.times = { ...OUTBOX_TIMES, ...parts.times }
    this.outbox = openOutbox(parts.db, parts.kind, this.times)
    this.timer = setInterval(() => this.wake(), this.times.lookMs)
    this.timer.unref()
  }

  wake(): void {
    this.again = true
    if (this.looking || this.stopped) return
    this.looking = this.lookUntilQuiet()
      .catch((error: unknown) => this.warn(error, 'the outbox is looked into again'))
      .finally(() => {
        this.looking = undefined
      })
  }

  stop(): void {
    if (this.stopped) return
    this.stopped = true
    clearInterval(this.timer)
    setTimeout(() => this.ending.abort(), this.times.graceMs).unref()
  }

  async close(): Promise<void> {
    this.stop()
    await this.looking
    await Promise.all(this.deliveries)
  }

  private async lookUntilQuiet(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false
      await this.look()
    }
  }

  private async look(): Promise<void> {
    const address = await this.parts.address()
    if (address === undefined) {
      const dropped = await this.outbox.drop()
      if (dropped > 0) this.parts.log.info({ dropped }, 'no address is set: what waited is not delivered')
      return
    }
    while (this.mayTake()) {
      const entry = await this.outbox.claim()
      if (!entry) break
      this.deliver(entry, address)
    }
    if (this.pruneAt > Date.now()) return
    this.pruneAt = Date.now() + PRUNE_EVERY_MS
    await this.outbox.prune()
  }

  private mayTake(): boolean {
    if (this.stopped || Date.now() < this.pausedUntil) return false
    return this.deliveries.size < (this.consecutiveFailures > 0 ? 1 : LANES)
  }

  private deliver(entry: DeliveryDoc, address: string): void {
    const delivery = this.attempt(entry, address)
      .catch((error: unknown) => this.warn(error, 'a delivery is tried again after its lease'))
      .finally(() => {
        this.deliveries.delete(delivery)
        this.wake()
      })
    this.deliveries.add(delivery)
  }

  private async attempt(entry: DeliveryDoc, address: string): Promise<void> {
    let status: number
    try {
      const target = await resolveTarget(address, this.parts.rules)
      const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(this.times.timeoutMs)])
      const key = entry._id.slice(this.parts.kind.length + 1)
      status = await postJson(target, entry.payload, { 'idempotency-key': key }, signal)
    } catch (error) {
      await this.notTaken(entry, error)
      return
    }
    const reason = `answered with status ${status}`
    if (NOT_NOW.includes(status)) return this.notTaken(entry, new Error(reason), reason)
    const wasOutOfReach = this.consecutiveFailures > 0
    this.consecutiveFailures = 0
    this.pausedUntil = 0
    if (status >= 200 && status < 300) await this.outbox.delivered(entry)
    else await this.outbox.failed(entry, reason, this.pauseAfter(entry.attempts), false)
    if (wasOutOfReach) await this.outbox.retryUnreachable()
  }

  private async notTaken(entry: DeliveryDoc, error: unknown, reason = reasonOf(error)): Promise<void> {
    if (this.ending.signal.aborted) return this.outbox.failed(entry, 'cut off by a stop', 0, false)
    this.consecutiveFailures += 1
    this.pausedUntil = Date.now() + this.pauseAfter(this.consecutiveFailures)
    if (this.consecutiveFailures === 1) this.warn(error, 'deliveries are not taken and tried again')
    await this.outbox.failed(entry, reason, this.pauseAfter(entry.attempts), true)
  }

  private pauseAfter(failures: number): number {
    return Math.min(this.times.firstPauseMs * 2 ** Math.min(failures - 1, 30), this.times.longestPauseMs)
  }

  private warn(error: unknown, what: string): void {
    this.parts.log.warn({ err: error, kind: this.parts.kind }, what)
  }
}

/** For people who look after it: no address, which may hold a name that is nobody's business. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressNotAllowed) return 'This address may not be called.'
  const { name, code } = error as { name?: string; code?: string }
  return name === 'TimeoutError' ? 'no answer in time' : `no answer${code === undefined ? '' : `: ${code}`}`
}
