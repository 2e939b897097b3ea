/** A queue of steps that run one after the other; at most one step of each name waits. */
export type StepQueue = {
  /** adds a step, unless one of its name is already waiting */
  add(name: string, step: () => Promise<unknown>): void
  /** resolves when the steps added so far have ended */
  idle(): Promise<void>
  isClosed(): boolean
  /** drops waiting steps, and resolves when the running one has ended */
  close(): Promise<void>
}

/** Creates a queue. However slow its steps are and however often they are added, it holds only one of each name. */
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
