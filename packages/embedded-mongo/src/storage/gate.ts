/** Lets callers wait while the gate is closed. */
export class Gate {
  /** Resolves when the gate opens; undefined while it is open. */
  opened: Promise<void> | undefined
  private closings = 0
  private open: () => void = () => undefined

  /** Closes the gate while `work` runs. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    if (this.closings++ === 0)
      this.opened = new Promise((resolve) => {
        this.open = resolve
      })
    try {
      return await work()
    } finally {
      if (--this.closings === 0) {
        this.opened = undefined
        this.open()
      }
    }
  }
}
