/** Milliseconds from a failed checkpoint to the next attempt: while the journal has room, and when it is full. */
const RETRY_DELAY = 15_000
const URGENT_RETRY_DELAY = 1000

/** Schedules checkpoints, with a delay after a failure. */
export class CheckpointTimer {
  private timer: NodeJS.Timeout | undefined
  /** true when it was set without a delay */
  private isDue = false
  /** time by the monotonic clock, so that a change of the system clock does not prolong the wait */
  private failedAt = Number.NEGATIVE_INFINITY
  private readonly onTime: () => void

  constructor(onTime: () => void) {
    this.onTime = onTime
  }

  /** @param delay milliseconds; an earlier setting stays unless the delay is 0 */
  set(delay: number): void {
    if (this.timer && (delay > 0 || this.isDue)) return
    clearTimeout(this.timer)
    this.isDue = delay === 0
    const retryDelay = this.failedAt + RETRY_DELAY - performance.now()
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        this.onTime()
      },
      Math.max(delay, retryDelay),
    )
    this.timer.unref()
  }

  noteFailure(): void {
    this.failedAt = performance.now()
  }

  /** Resolves when a checkpoint that a caller waits for may be tried. */
  async waitForRetry(): Promise<void> {
    const wait = this.failedAt + URGENT_RETRY_DELAY - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
