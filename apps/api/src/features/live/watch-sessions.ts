import type { ServiceParts } from '@wardtrack/access'
import { trusted } from '@wardtrack/database'
import type { LiveStream } from './live-stream.ts'

/** Finds the ids of the sessions with open streams that have not ended. */
export async function findLiveSessions(
  db: ServiceParts['db'],
  streams: readonly LiveStream[],
): Promise<Set<string>> {
  const ids = [...new Set(streams.map((stream) => stream.sessionId))]
  const filter = { _id: trusted({ $in: ids }), expiresAt: trusted({ $gt: new Date() }) }
  const sessions = await db.models.sessions.find(filter).select({ _id: 1 })
  return new Set(sessions.map((session) => session._id))
}

/**
 * Watches open streams. Ends streams of expired sessions, because no request would detect the expiry. Sends a comment
 * on the others, so that proxies keep silent connections open.
 * @returns a function that stops watching
 */
export function watchSessions(
  { db, log }: ServiceParts,
  streams: ReadonlySet<LiveStream>,
  intervalMs: number,
): () => void {
  const check = async (): Promise<void> => {
    const watched = [...streams]
    for (const stream of watched) stream.keepAlive()
    if (watched.length === 0) return
    const sessionIds = await findLiveSessions(db, watched)
    for (const stream of watched) if (!sessionIds.has(stream.sessionId)) stream.end('expired')
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'live sessions could not be looked up'))
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
