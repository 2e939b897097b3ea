import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { type BusTopics, trusted } from '@wardtrack/database'
import { AUDIENCES, type Audience, mayReceive } from '@wardtrack/patient-rule'
import { BUS_GAP, hasReliableInvalidation, overloaded, type Response } from '@wardtrack/service-kit'
import { openEventChannels } from './event-coalescer.ts'
import { LiveStream } from './live-stream.ts'
import { EventFeeds, joinTexts, KEPT_MS, type RecentEvents } from './recent-events.ts'
import { readRights, rightsFrom } from './stream-rights.ts'

/** Finds the ids of the sessions with open streams that have not ended. */
async function findLiveSessions(
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
function watchSessions(
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

/**
 * Pauses streams, reads their rights and sessions together, and resumes the streams with the result. Streams whose
 * session or account is gone end. All streams end when the read fails, because their rights are unknown.
 * @param options `announce`: sends the rights to the readers even if unchanged
 */
async function refreshRights(
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
function watchRights(
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

/** Hub that sends events to all open streams. */
export type LiveHub = {
  /**
   * Opens a stream for a session.
   * @param lastEventId last id that a reconnecting reader received
   * @param onAudiences called with the reader's audiences, at the start and after each change
   * @throws ApiError 429 `overloaded` when the session has too many streams
   */
  open(
    actor: SessionActor,
    response: Response,
    lastEventId: string | undefined,
    onAudiences?: (audiences: readonly Audience[]) => void,
  ): void
  /** ends every stream; sessions stay */
  close(): void
}

const MAX_STREAMS_PER_SESSION = 10
const KEEP_ALIVE_MS = 15_000
/** Milliseconds between two reads of the rights while changes in other processes are not reported. */
const RIGHTS_MS = 2_000
/** Maximum characters replayed to a reconnecting reader; beyond them, a full reload is cheaper. */
const MAX_REPLAY_CHARACTERS = 1024 * 1024

/**
 * Creates the hub of a process.
 * @param checkIntervalMs time between two checks for ended sessions and silent connections
 * @param rightsIntervalMs time between two reads of the rights while changes in other processes are not reported
 */
export function createLiveHub(
  parts: ServiceParts,
  checkIntervalMs = KEEP_ALIVE_MS,
  rightsIntervalMs = RIGHTS_MS,
): LiveHub {
  const streams = new Set<LiveStream>()
  const feeds = new EventFeeds()
  /** end of the last stream, by the monotonic clock */
  let lastStreamEndedAt = Number.NEGATIVE_INFINITY
  const unsubscribes = [
    openEventChannels(parts, {
      // Only readers know ids: once the last one has been away longer than events are kept, none can be requested.
      hasReaders: () => streams.size > 0 || performance.now() - lastStreamEndedAt < KEPT_MS,
      write: (events) => {
        const textFor = feeds.add(events, Date.now())
        for (const stream of streams) stream.sendText(textFor(stream.rights))
      },
      skip: (ofPatients) => feeds.skip(ofPatients),
    }),
    ...subscribeToAccess(parts, streams),
    watchSessions(parts, streams, checkIntervalMs),
    watchRights(parts, streams, rightsIntervalMs),
  ]
  parts.metrics.gauge('wardtrack_live_streams', 'Open live streams', () => streams.size)

  return {
    open: (actor, response, lastEventId, onAudiences) => {
      const { sessionId, userId } = actor
      const ofSession = [...streams].filter((stream) => stream.sessionId === sessionId)
      if (ofSession.length >= MAX_STREAMS_PER_SESSION) throw overloaded(30)
      const position = feeds.position()
      const stream = new LiveStream({
        sessionId,
        userId,
        response,
        rights: rightsFrom(unconfirmedRights(actor)),
        onRights: (rights) => onAudiences?.(AUDIENCES.filter((audience) => mayReceive(rights, audience))),
        newestId: (viewer) => feeds.recentFor(viewer).newest,
        sendInitialState: (opened) =>
          sendInitialState(opened, feeds.recentFor(opened.rights), lastEventId ?? position(opened.rights)),
      })
      streams.add(stream)
      response.once('close', () => {
        streams.delete(stream)
        lastStreamEndedAt = performance.now()
      })
      stream.open()
      void refreshRights(parts, [stream], { announce: false })
    },
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const stream of streams) stream.end()
    },
  }
}

/** Returns the rights at the time of the request; privileges are read before the stream begins. */
const unconfirmedRights = ({ configured, allowedRoutes, patientDataAccess, username }: SessionActor) => ({
  configured,
  allowedRoutes,
  patientDataAccess,
  username,
  privileges: [],
})

/** Subscribes to changes that affect streams: rights, sessions, and bus interruptions that may have lost them. */
function subscribeToAccess(parts: ServiceParts, streams: ReadonlySet<LiveStream>): (() => void)[] {
  const { bus } = parts
  return [
    bus.subscribe('access.changed', (change) => {
      const concerned = [...streams].filter((stream) => isConcerned(stream, change))
      void refreshRights(parts, concerned, { announce: true })
    }),
    bus.subscribe('session.ended', ({ sessionIds, reason }) => {
      for (const stream of streams) if (sessionIds.includes(stream.sessionId)) stream.end(reason)
    }),
    bus.subscribe(BUS_GAP, () => {
      void refreshRights(parts, [...streams], { announce: false })
      for (const stream of streams) stream.reset()
    }),
  ]
}

function isConcerned(stream: LiveStream, { userId, privilegeName }: BusTopics['access.changed']): boolean {
  if (userId !== undefined) return stream.userId === userId
  if (privilegeName === undefined) return true
  return stream.isReadingRights || stream.rights.privileges.includes(privilegeName)
}

/** Sends `hello`, then the events since the reader's last one, or `reset` when they are not available. */
function sendInitialState(stream: LiveStream, recent: RecentEvents, lastEventId: string): void {
  const hello = { event: 'hello', payload: { serverTime: new Date().toISOString() } } as const
  const missed = recent.since(lastEventId, Date.now())
  const text = missed && joinTexts(missed, stream.rights, MAX_REPLAY_CHARACTERS)
  if (text === undefined) {
    stream.send(hello)
    if (stream.rights.configured) stream.reset()
    return
  }
  // The reader keeps its old id until it has received the missed events.
  stream.send(hello, lastEventId)
  stream.sendText(text)
}
