import type { IncomingMessage } from 'node:http'

/** Minimum speed of a body. A slower one would hold memory and a connection that others need. */
const PACE = {
  /** the period in which the body has to make progress, in milliseconds */
  windowMs: 4_000,
  /** minimum bytes of each period, as received over the wire */
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
 * Creates a watch over bodies that are being read. One timer serves all of them, because thousands come a second and
 * most arrive whole.
 */
export function createThroughputMonitor() {
  /** the oldest first */
  const bodyReads = new Set<BodyRead>()
  let paceTimer: NodeJS.Timeout | undefined

  const abortSlowReads = (): void => {
    const now = performance.now()
    for (const reading of bodyReads) {
      // The oldest come first: all bodies after this one are younger.
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
 * Watches a body that is being read, until the returned function is called.
 * @param options `longestMs` for the whole body; `abort` is called after that time, or when less than 16 kB came in 4
 * seconds
 */
export const watchBodyPace = createThroughputMonitor()

function isFastEnough({ window, request }: BodyRead, now: number): boolean {
  if (now - window.since < PACE.windowMs) return true
  const bytes = request.socket.bytesRead
  const moved = bytes - window.bytes
  window.since = now
  window.bytes = bytes
  return moved >= PACE.windowBytes
}
