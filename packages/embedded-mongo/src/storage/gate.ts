/** Holds up those who wait while somebody has closed it. */
export class Gate {
  private closings = 0
  private opened: Promise<void> = Promise.resolve()
  private open: () => void = () => undefined

  get isClosed(): boolean {
    return this.closings > 0
  }

  /** Closes it while `work` runs. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    if (this.closings++ === 0)
      this.opened = new Promise((resolve) => {
        this.open = resolve
      })
    try {
      return await work()
    } finally {
      if (--this.closings === 0) this.open()
    }
  }

  /** Resolves when it opens. */
  wait(): Promise<void> {
    return this.opened
  }
}
