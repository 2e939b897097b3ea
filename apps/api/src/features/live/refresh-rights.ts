import type { ServiceParts } from '@wardtrack/access'
import { hasReliableInvalidation } from '@wardtrack/service-kit'
import type { LiveStream } from './live-stream.ts'
import { readRights } from './stream-rights.ts'
import { findLiveSessions } from './watch-sessions.ts'

/**
 * Pauses streams, reads their rights and sessions together, and resumes the streams with the result. Streams whose
 * session or account is gone end. All streams end when the read fails, because their rights are unknown.
 * @param options `announce`: sends the rights to the readers even if unchanged
 */
export async function refreshRights(
  parts: Pick<ServiceParts, 'db' | 'access' | 'log'>,
  streams: readonly LiveStream[],
  { announce }: { announce: boolean },
): Promise<void> {
  await readAndResume(parts, new Map(streams.map((stream) => [stream, stream.pause()])), announce)
}

/**
 * Polls the rights of all streams while other processes change rights without messages. The streams keep running
 * meanwhile, because no change is known.
 * @returns a function that stops watching
 */
export function watchRights(
  parts: Pick<ServiceParts, 'db' | 'access' | 'log' | 'bus' | 'cacheMode'>,
  streams: ReadonlySet<LiveStream>,
  intervalMs: number,
): () => void {
  let reading = false
  const check = async (): Promise<void> => {
    if (reading || hasReliableInvalidation(parts)) return
    reading = true
    const settled = [...streams].filter((stream) => !stream.isReadingRights)
    await readAndResume(parts, new Map(settled.map((stream) => [stream, stream.pauseNumber])), false)
    reading = false
  }
  const timer = setInterval(() => void check(), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function readAndResume(
  parts: Pick<ServiceParts, 'db' | 'access' | 'log'>,
  pauseNumbers: ReadonlyMap<LiveStream, number>,
  announce: boolean,
): Promise<void> {
  const streams = [...pauseNumbers.keys()]
  if (streams.length === 0) return
  const userIds = [...new Set(streams.map((stream) => stream.userId))]
  try {
    const [rights, sessionIds] = await Promise.all([
      readRights(parts, userIds),
      findLiveSessions(parts.db, streams),
    ])
    for (const [stream, pauseNumber] of pauseNumbers) {
      const ofUser = rights.get(stream.userId)
      if (!ofUser) stream.end()
      else if (!sessionIds.has(stream.sessionId)) stream.end('expired')
      else stream.resume(pauseNumber, ofUser, announce)
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'rights could not be read: the streams concerned end')
    for (const stream of streams) stream.end()
  }
}
