import type { IncomingMessage } from 'node:http'

/** How fast a body has to come: a slower one would hold memory and a connection that others need. */
const PACE = {
  /** a stretch of time in which it has to get on, in milliseconds */
  windowMs: 4_000,
  /** least bytes of each window, as they come over the wire */
  windowBytes: 16 * 1024,
} as const

const CHECK_MS = 1_000

type BodyRead = {
  since: number
  window: { since: number; bytes: number }
  request: IncomingMessage
  longestMs: number
  abort: () => void
}

/**
 * Makes a watch over bodies that are being read, with one timer for all of them: most are whole at once, and thousands come
 * a second.
 */
export function createPaceWatch() {
  /** the oldest first */
  const bodyReads = new Set<BodyRead>()
  let paceTimer: NodeJS.Timeout | undefined

  const abortSlowReads = (): void => {
    const now = performance.now()
    for (const reading of bodyReads) {
      // The oldest first: those behind it are younger still.
      if (now - reading.since < PACE.windowMs) break
      if (now - reading.since < reading.longestMs && isFastEnough(reading, now)) continue
      bodyReads.delete(reading)
      reading.abort()
    }
    if (bodyReads.size > 0) return
    clearInterval(paceTimer)
    paceTimer = undefined
  }

  return (request: IncomingMessage, options: { longestMs: number; abort: () => void }): (() => void) => {
    const since = performance.now()
    const reading: BodyRead = {
      since,
      window: { since, bytes: request.socket.bytesRead },
      request,
      ...options,
    }
    bodyReads.add(reading)
    paceTimer ??= setInterval(abortSlowReads, CHECK_MS).unref()
    return () => bodyReads.delete(reading)
  }
}

/**
 * Watches a body that is being read, until the function it returns is called.
 * @param options `longestMs` for all of the body; `abort` is called when that has passed, or when less than 16 kB came
 *   in 4 seconds
 */
export const watchBodyPace = createPaceWatch()

function isFastEnough({ window, request }: BodyRead, now: number): boolean {
  if (now - window.since < PACE.windowMs) return true
  const bytes = request.socket.bytesRead
  const moved = bytes - window.bytes
  window.since = now
  window.bytes = bytes
  return moved >= PACE.windowBytes
}
