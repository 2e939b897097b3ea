import type { ServiceParts } from '@wardtrack/access'
import type { LiveStream } from './live-stream.ts'

/**
 * Ends streams whose session ran out, for which no request comes by to notice it, and keeps the others' connections
 * from falling silent.
 * @returns the function that stops watching
 */
export function watchSessions(
  { db, log }: ServiceParts,
  streams: ReadonlySet<LiveStream>,
  everyMs: number,
): () => void {
  const check = async (): Promise<void> => {
    const watched = [...streams]
    for (const stream of watched) stream.keepAlive()
    if (watched.length === 0) return
    const ids = [...new Set(watched.map((stream) => stream.sessionId))]
    const filter = { _id: { $in: ids }, expiresAt: { $gt: new Date() } }
    const alive = await db.sessions.find(filter, { projection: { _id: 1 } }).toArray()
    const known = new Set(alive.map((session) => session._id))
    for (const stream of watched) if (!known.has(stream.sessionId)) stream.end('expired')
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'live sessions could not be looked up'))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
