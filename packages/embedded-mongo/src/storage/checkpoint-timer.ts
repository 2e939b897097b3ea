/** Milliseconds from a checkpoint that failed to the next attempt, while the journal has room, and when it has none. */
const RETRY_DELAY = 15_000
const URGENT_RETRY_DELAY = 1000

/** Says when a checkpoint is written, and not too soon after one that failed. */
export class CheckpointTimer {
  private timer: NodeJS.Timeout | undefined
  /** it was set for now */
  private isDue = false
  /** by the clock that nobody sets: a wait must not last as long as that one was set back */
  private failedAt = Number.NEGATIVE_INFINITY
  private readonly onTime: () => void

  constructor(onTime: () => void) {
    this.onTime = onTime
  }

  /** @param delay milliseconds; one that is set already stays, unless this is 0 */
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

  /** Resolves when one that somebody waits for may be tried. */
  async waitForRetry(): Promise<void> {
    const wait = this.failedAt + URGENT_RETRY_DELAY - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
