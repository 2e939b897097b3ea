/** Steps that run one after the other; of each name one waits at most. */
export type StepQueue = {
  /** adds a step, unless one of its name has not begun yet: that one does its work, too */
  add(name: string, step: () => Promise<unknown>): void
  /** resolves when the steps added so far have ended */
  idle(): Promise<void>
  isClosed(): boolean
  /** drops the steps that have not begun, and resolves when the one under way has ended */
  close(): Promise<void>
}

/** Makes a queue. However slow its steps are and however often they are added, it holds one of each name. */
export function createStepQueue(onError: (error: unknown) => void): StepQueue {
  const waiting = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  let isClosed = false
  return {
    add: (name, step) => {
      if (isClosed || waiting.has(name)) return
      waiting.add(name)
      work = work.then(async () => {
        waiting.delete(name)
        if (!isClosed) await step().catch(onError)
      })
    },
    idle: () => work,
    isClosed: () => isClosed,
    close: async () => {
      isClosed = true
      await work
    },
  }
}
