import { messages } from '@wardtrack/contracts'
import { ApiError } from '@wardtrack/service-kit'

/** Limits the hashes that run together: they share their threads with files, images and host name lookups. */
export type HashQueue = {
  /** @throws ApiError 429 when too many wait */
  run<R>(work: () => Promise<R>): Promise<R>
  /** Checks for a free place before an attempt is counted. @throws ApiError 429 when too many wait */
  checkRoom(): void
}

/** Half of the runtime's threads for such work. */
const MAX_RUNNING = 2
/** About five seconds of hashing at the product's cost. */
const MAX_WAITING = 40
const RETRY_SECONDS = 5

/** Creates the queue of a process. */
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
        // A finished hash passes its slot directly to the next waiting one, so that no newcomer takes the slot.
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
