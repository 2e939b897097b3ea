import { messages } from '@wardtrack/contracts'
import { ApiError } from '@wardtrack/service-kit'

/** Runs few hashes at once: they share their threads with files, images and names of hosts. */
export type HashQueue = {
  /** @throws ApiError 429 when too many wait */
  run<R>(work: () => Promise<R>): Promise<R>
  /** @throws ApiError 429 when too many wait: to be asked before an attempt is counted */
  checkRoom(): void
}

/** Half of the threads that the runtime has for such work. */
const MAX_RUNNING = 2
/** About five seconds of hashing at the product's cost. */
const MAX_WAITING = 40
const RETRY_SECONDS = 5

/** Makes the queue of a process. */
export function createHashQueue(): HashQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const checkRoom = (): void => {
    if (waiting.length >= MAX_WAITING)
      throw new ApiError('overloaded', messages.overloaded, { retryAfter: RETRY_SECONDS })
  }
  return {
    checkRoom,
    run: async (work) => {
      if (running < MAX_RUNNING) running += 1
      else {
        checkRoom()
        // Who ends hands its place on, so that nobody who comes meanwhile takes it.
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
