/** Milliseconds until a failed step runs again. */
const RETRY_MS = 1_000

/** Creates a queue that runs steps one after the other. At most one step of each name waits. */
export function createBackgroundWork(onError: (error: unknown) => void) {
  const timers = new Map<string, NodeJS.Timeout>()
  let running: Promise<unknown> = Promise.resolve()
  let isClosed = false
  const start = (name: string, step: () => Promise<void>, delayMs: number): void => {
    if (isClosed || timers.has(name)) return
    const timer = setTimeout(() => {
      timers.delete(name)
      running = running.then(async () => {
        if (isClosed) return
        await step().catch((error: unknown) => {
          onError(error)
          start(name, step, RETRY_MS)
        })
      })
    }, delayMs)
    timers.set(name, timer.unref())
  }
  return {
    start,
    isClosed: () => isClosed,
    /** runs a step after the steps before it */
    run: (step: () => Promise<void>): Promise<void> => {
      const run = running.then(step)
      running = run.catch(() => undefined)
      return run
    },
    close: async () => {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      await running
    },
  }
}
