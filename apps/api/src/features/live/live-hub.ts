import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { BusTopics } from '@wardtrack/database'
import { BUS_GAP, overloaded, type Response } from '@wardtrack/service-kit'
import { EventCoalescer } from './event-coalescer.ts'
import { AUDIENCES, type Audience, wireText } from './live-event.ts'
import { LiveStream } from './live-stream.ts'
import { RecentEvents } from './recent-events.ts'
import { mayReceive, readRights, rightsFrom, type StreamRights } from './stream-rights.ts'
import { watchSessions } from './watch-sessions.ts'

/** Hands what happens to everybody who watches. */
export type LiveHub = {
  /**
   * Opens a stream for a session.
   * @param lastEventId the last id the reader had, when it comes back
   * @throws Refusal 429 `overloaded` when the session has too many
   */
  open(actor: SessionActor, response: Response, lastEventId: string | undefined): void
  /** ends every stream; the sessions go on */
  close(): void
}

const MOST_STREAMS = 10
/** How long events are gathered before they are written, in milliseconds. */
const GATHER_MS = 100
const KEEP_ALIVE_MS = 15_000
/** Most characters that are sent again to a reader that comes back; asking for everything anew is cheaper then. */
const MOST_REPLAYED = 1024 * 1024

/** Makes the hub of a process. @param checkMs how often ended sessions and silent connections are looked after */
export function createLiveHub(parts: ServiceParts, checkMs = KEEP_ALIVE_MS): LiveHub {
  const streams = new Set<LiveStream>()
  const recent = new RecentEvents()
  const gathering = new EventCoalescer()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    timer = undefined
    const now = Date.now()
    const events = gathering.take().map((sent) => recent.add(sent.audience, now, (id) => wireText(id, sent)))
    const textFor = textsBy(events)
    for (const stream of streams) stream.sendText(textFor(stream.rights))
  }
  const gathered = (): void => {
    if (!gathering.isEmpty) timer ??= setTimeout(flush, GATHER_MS)
  }
  const refresh = async (userId: string | undefined): Promise<void> => {
    const concerned = [...streams].filter((stream) => userId === undefined || stream.userId === userId)
    const tickets = new Map(concerned.map((stream) => [stream, stream.pause()]))
    const users = new Set(concerned.map((stream) => stream.userId))
    for (const user of users) {
      const rights = await readRights(parts, user).catch((error: unknown) => {
        parts.log.warn({ err: error }, 'rights could not be read: the streams concerned end')
        return undefined
      })
      for (const [stream, ticket] of tickets) {
        if (stream.userId !== user) continue
        if (rights) stream.resume(ticket, rights)
        else stream.end()
      }
    }
  }
  const ends = [
    ...listenTo(parts, gathering, gathered),
    parts.bus.subscribe<BusTopics['access.changed']>('access.changed', ({ userId }) => void refresh(userId)),
    parts.bus.subscribe<BusTopics['session.ended']>('session.ended', ({ sessionIds, reason }) => {
      for (const stream of streams) if (sessionIds.includes(stream.sessionId)) stream.end(reason)
    }),
    parts.bus.subscribe(BUS_GAP, () => {
      for (const stream of streams) stream.reset()
    }),
    watchSessions(parts, streams, checkMs),
  ]
  parts.metrics.gauge('wardtrack_live_streams', 'Open live streams', () => streams.size)

  return {
    open: (actor, response, lastEventId) => {
      const { sessionId, userId } = actor
      const own = [...streams].filter((stream) => stream.sessionId === sessionId)
      if (own.length >= MOST_STREAMS) throw overloaded(30)
      const stream = new LiveStream(
        { sessionId, userId, rights: rightsFrom(actor) },
        response,
        () => recent.newest,
      )
      streams.add(stream)
      response.once('close', () => streams.delete(stream))
      stream.open()
      greet(stream, recent, lastEventId)
    },
    close: () => {
      clearTimeout(timer)
      for (const end of ends) end()
      for (const stream of streams) stream.end()
    },
  }
}

function listenTo({ bus }: ServiceParts, gathering: EventCoalescer, gathered: () => void): (() => void)[] {
  return [
    bus.subscribe<BusTopics['asset.location']>('asset.location', (batch) => {
      for (const one of batch) gathering.place(one)
      gathered()
    }),
    bus.subscribe<BusTopics['asset.status']>('asset.status', (batch) => {
      for (const one of batch) gathering.state(one)
      gathered()
    }),
    bus.subscribe<BusTopics['asset.changed']>('asset.changed', ({ changes }) => {
      for (const one of changes) gathering.change(one)
      gathered()
    }),
    bus.subscribe<BusTopics['geofence.alert']>('geofence.alert', (batch) => {
      for (const one of batch) gathering.alert(one)
      gathered()
    }),
    bus.subscribe<BusTopics['config.changed']>('config.changed', (payload) => {
      gathering.config(payload)
      gathered()
    }),
  ]
}

/** The text of a batch for given rights; there are few kinds of rights and many streams, so each is joined once. */
function textsBy(events: readonly { audience: Audience; text: string }[]) {
  const texts = new Map<string, string>()
  return (rights: StreamRights): string => {
    const kind = AUDIENCES.filter((audience) => mayReceive(rights, audience)).join()
    const known = texts.get(kind)
    if (known !== undefined) return known
    const text = events
      .filter(({ audience }) => mayReceive(rights, audience))
      .map((event) => event.text)
      .join('')
    texts.set(kind, text)
    return text
  }
}

/** `hello`, and for a reader that comes back what it missed, or `reset` when that cannot be told. */
function greet(stream: LiveStream, recent: RecentEvents, lastEventId: string | undefined): void {
  const hello = { event: 'hello', payload: { serverTime: new Date().toISOString() } } as const
  if (lastEventId === undefined) {
    stream.send(hello)
    return
  }
  const missed = recent.since(lastEventId, Date.now())
  const text = missed === undefined ? undefined : textsBy(missed)(stream.rights)
  if (text === undefined || text.length > MOST_REPLAYED) {
    stream.send(hello)
    if (stream.rights.configured) stream.reset()
    return
  }
  // Until it has what it missed, the reader keeps its old id.
  stream.send(hello, lastEventId)
  stream.sendText(text)
}
