import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestClient, IngestOutcome } from '../seeding/ingest-client.ts'
import type { Tally } from './tally.ts'

export interface OutboxOptions {
  readonly path: string
  readonly client: IngestClient
  readonly tally: Tally
  /** Events per request; the endpoints accept up to 5,000. */
  readonly batchSize?: number
  /** Maximum number of events kept while the server is unreachable; the oldest are dropped beyond it. */
  readonly capacity?: number
  /** First and maximum pause after a failure without Retry-After, in milliseconds. */
  readonly firstPauseMs?: number
  readonly longestPauseMs?: number
  /** Called once per change, so that a long outage gives two lines instead of a thousand. */
  readonly onProblem?: (message: string) => void
}

const MAX_BATCH = 5000
/** Below the endpoints' 8 MB, whatever the length of events. */
const MAX_BODY_CHARACTERS = 4_000_000

/**
 * Sends the events of one endpoint in order, one request at a time. A failed batch is sent again unchanged. Every
 * event carries its time, so the server recognises repeats, and no event is lost while the buffer lasts. Waiting
 * events are sent in a burst.
 */
export class Outbox {
  private readonly options: OutboxOptions
  private waiting: string[] = []
  private current: readonly string[] | undefined
  private failures = 0
  private running: Promise<void> | undefined
  private readonly stopped = new AbortController()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Number of events that are not confirmed yet. */
  get pending(): number {
    return this.waiting.length + (this.current?.length ?? 0)
  }

  /** Adds events (already JSON) and starts sending if no request is in progress. */
  push(events: readonly string[]): void {
    this.waiting.push(...events)
    const overflow = this.pending - (this.options.capacity ?? 50_000)
    if (overflow > 0) this.options.tally.dropped += this.waiting.splice(0, overflow).length
    this.start()
  }

  private start(): void {
    if (this.running || this.stopped.signal.aborted || this.pending === 0) return
    this.running = this.drain().finally(() => {
      this.running = undefined
    })
  }

  /** Waits until all events are sent, for a limited time, then stops. Returns the number of remaining events. */
  async close(patienceMs: number): Promise<number> {
    const deadline = Date.now() + patienceMs
    while (this.pending > 0 && Date.now() < deadline) await sleep(20)
    this.stopped.abort()
    return this.pending
  }

  private async drain(): Promise<void> {
    while (!this.stopped.signal.aborted && this.pending > 0) {
      this.current ??= this.nextBatch()
      const batch = this.current
      const outcome = await this.options.client.post(this.options.path, `[${batch.join(',')}]`)
      const pause = this.settle(batch, outcome)
      if (pause > 0) await this.pause(pause)
    }
  }

  private nextBatch(): readonly string[] {
    const limit = Math.min(this.options.batchSize ?? 1000, MAX_BATCH)
    let count = 0
    for (let length = 0; count < Math.min(limit, this.waiting.length); count++) {
      length += (this.waiting[count]?.length ?? 0) + 1
      if (length > MAX_BODY_CHARACTERS && count > 0) break
    }
    return this.waiting.splice(0, count)
  }

  /** Counts an outcome and returns the pause before the next request. */
  private settle(batch: readonly string[], outcome: IngestOutcome): number {
    const { tally } = this.options
    if (outcome.kind === 'answered') {
      this.recovered()
      tally.answered(outcome.milliseconds)
      tally.sent += batch.length
      tally.accepted += outcome.answer.accepted
      tally.duplicates += outcome.answer.duplicates
      tally.unresolved += outcome.answer.unresolved
      tally.refused += outcome.answer.refused
      this.current = undefined
      return 0
    }
    tally.errors++
    if (outcome.kind === 'try-later') return this.failed(outcome.reason, outcome.afterMs)
    if (outcome.status === 401 || outcome.status === 403)
      return this.failed(`${outcome.status} ${outcome.message}`, this.longestPause)
    this.options.onProblem?.(
      `${this.options.path}: ${batch.length} events refused, ${outcome.status} ${outcome.message}`,
    )
    this.current = undefined
    return 0
  }

  private get longestPause(): number {
    return this.options.longestPauseMs ?? 10_000
  }

  private failed(reason: string, afterMs: number | undefined): number {
    if (this.failures === 0)
      this.options.onProblem?.(`${this.options.path}: ${reason}; keeping events and trying again`)
    const pause = (this.options.firstPauseMs ?? 250) * 2 ** Math.min(this.failures, 10)
    this.failures++
    return afterMs ?? Math.min(pause, this.longestPause)
  }

  private recovered(): void {
    if (this.failures > 0)
      this.options.onProblem?.(
        `${this.options.path}: answering again, ${this.waiting.length} events to catch up`,
      )
    this.failures = 0
  }

  private async pause(milliseconds: number): Promise<void> {
    try {
      await sleep(milliseconds, undefined, { signal: this.stopped.signal })
    } catch {
      // Closing ends the pause early, and the loop notices.
    }
  }
}
