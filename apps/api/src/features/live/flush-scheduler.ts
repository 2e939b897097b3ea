/**
 * Decides when pending events are written. The first request after a quiet time is served in the same turn of the event
 * loop, together with whatever else that turn brings; requests within `windowMs` after a flush share the next one. So an
 * event on an idle system waits for nothing, and a steady flow costs one flush per window.
 */
export class FlushScheduler {
  private readonly flush: () => void
  private readonly windowMs: number
  private immediate: NodeJS.Immediate | undefined
  private window: NodeJS.Timeout | undefined
  private isRequested = false

  constructor(flush: () => void, windowMs: number) {
    this.flush = flush
    this.windowMs = windowMs
  }

  /** Asks for a flush. */
  request(): void {
    this.isRequested = true
    if (this.window === undefined) this.immediate ??= setImmediate(() => this.run())
  }

  /** Stops: no flush happens any more. */
  cancel(): void {
    clearImmediate(this.immediate)
    clearTimeout(this.window)
  }

  private run(): void {
    this.immediate = undefined
    this.isRequested = false
    this.window = setTimeout(() => {
      this.window = undefined
      if (this.isRequested) this.run()
    }, this.windowMs)
    this.flush()
  }
}
