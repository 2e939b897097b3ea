import { type JobResult, messages } from '@wardtrack/contracts'
import type { JobDoc } from '@wardtrack/database'
import { ApiError, isStoreUnreachable } from '@wardtrack/service-kit'
import type { JobDefinition, JobParts } from './job.types.ts'
import { type JobStore, toJob } from './job-store.ts'

/** Reason why this process stops work on a job. */
type EndReason = 'cancelled' | 'taken over' | 'stopped'

/** The work of this process on one job: signs of life, progress and end. */
export class JobRun {
  private readonly parts: JobParts
  private readonly store: JobStore
  private readonly doc: JobDoc
  private readonly worker: string
  private readonly abort = new AbortController()
  private reason: EndReason | undefined
  /** resolves when the work has ended */
  readonly finished: Promise<void>

  constructor(
    parts: JobParts,
    store: JobStore,
    doc: JobDoc,
    options: { worker: string; beatMs: number; definition: JobDefinition<unknown, unknown> },
  ) {
    this.parts = parts
    this.store = store
    this.doc = doc
    this.worker = options.worker
    const timer = setInterval(() => void this.beat(), options.beatMs)
    timer.unref()
    this.finished = this.work(options.definition)
      .catch((error: unknown) => this.parts.log.warn({ err: error, job: doc._id }, 'a job is taken up again'))
      .finally(() => clearInterval(timer))
  }

  /** Ends the work. A cancelled job ends for good; otherwise another process or the next start continues it. */
  end(reason: EndReason): void {
    this.reason ??= reason
    this.abort.abort()
  }

  private async work(definition: JobDefinition<unknown, unknown>): Promise<void> {
    if (this.doc.cancelRequested) this.end('cancelled')
    let failure: unknown
    try {
      if (!this.reason) await definition.run(toJob(this.doc), this.control())
    } catch (error) {
      failure = error
    }
    await this.settle(failure)
    this.publish()
  }

  private async settle(failure: unknown): Promise<void> {
    const { _id: id, kind } = this.doc
    if (this.reason === 'taken over') return
    if (this.reason === 'cancelled') {
      await this.store.end(id, this.worker, { state: 'cancelled' })
      return
    }
    if (this.reason === 'stopped' || (failure instanceof Error && isStoreUnreachable(failure))) {
      await this.store.release(id, this.worker)
      return
    }
    if (failure === undefined) {
      await this.store.end(id, this.worker, { state: 'done' })
      return
    }
    this.parts.log.error({ err: failure, job: id, kind }, 'a job failed')
    // A program error may contain anything, so that its text stays in the log.
    const error = failure instanceof ApiError ? failure.message : messages.jobFailed
    await this.store.end(id, this.worker, { state: 'failed', error })
  }

  private control() {
    return {
      signal: this.abort.signal,
      isCancelled: () => this.reason === 'cancelled',
      saveProgress: async (
        cursor: unknown,
        done: number,
        total: number,
        result?: JobResult,
      ): Promise<void> => {
        this.abort.signal.throwIfAborted()
        const progress = { cursor, done, total, ...(result ? { result } : {}) }
        const isOurs = await this.store.saveProgress(this.doc._id, this.worker, progress)
        if (!isOurs) this.end('taken over')
        this.abort.signal.throwIfAborted()
        this.publish()
      },
    }
  }

  private async beat(): Promise<void> {
    try {
      const doc = await this.store.beat(this.doc._id, this.worker)
      if (!doc) this.end('taken over')
      else if (doc.cancelRequested) this.end('cancelled')
    } catch (error) {
      this.parts.log.warn({ err: error, job: this.doc._id }, 'a job could not give a sign of life')
    }
  }

  private publish(): void {
    const { _id: id, kind } = this.doc
    this.parts.bus.publish('job.changed', { id, kind })
  }
}
