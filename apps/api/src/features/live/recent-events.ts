import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'
import { AUDIENCES, type Audience, mayReceive } from '@wardtrack/patient-rule'
import { createEventIds } from './event-ids.ts'
import type { StreamRights } from './stream-rights.ts'

/** An event on its way to the streams. */
export type LiveMessage<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** An event as it is written to the stream, but for its id. @see the HTML standard, server-sent events */
export const bodyText = ({ event, payload }: LiveMessage): string =>
  `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`

/** An event as it is written to the stream. */
export const wireText = (id: string, body: string): string => `id: ${id}\n${body}`

type EventText = { audience: Audience; readonly text: string }

/**
 * The text of events for given rights.
 * @returns undefined when it is longer than `maxCharacters`; no more than that is joined
 */
export function joinTexts(
  events: readonly EventText[],
  rights: StreamRights,
  maxCharacters = Number.POSITIVE_INFINITY,
): string | undefined {
  const texts: string[] = []
  let characters = 0
  for (const event of events) {
    if (!mayReceive(rights, event.audience)) continue
    const { text } = event
    characters += text.length
    if (characters > maxCharacters) return undefined
    texts.push(text)
  }
  return texts.join('')
}

/** The text of a batch by rights; there are few kinds of rights and many streams, so each text is joined once. */
export function textByRights(
  eventsFor: (rights: StreamRights) => readonly EventText[],
): (rights: StreamRights) => string {
  const texts = new Map<string, string>()
  return (rights) => {
    const kind = AUDIENCES.filter((audience) => mayReceive(rights, audience)).join()
    const text = texts.get(kind) ?? joinTexts(eventsFor(rights), rights) ?? ''
    texts.set(kind, text)
    return text
  }
}

/** An event that was sent. Its text is made when it is asked for: most events are never sent again. */
export type RecentEvent = { seq: number; at: number; audience: Audience; body: string; readonly text: string }

const KEPT_MS = 5 * 60_000
const KEPT_EVENTS = 20_000
const KEPT_CHARACTERS = 16 * 1024 * 1024

/**
 * Numbers events and keeps those of the last five minutes (fewer when they are many) for readers that come back. What
 * readers see of the numbers are ids, which only this process reads.
 */
export class RecentEvents {
  private readonly ids = createEventIds()
  private readonly events: RecentEvent[] = []
  private first = 0
  private characters = 0
  private seq = 0

  /** An id of the newest event, another one each time. */
  get newest(): string {
    return this.ids.write(this.seq)
  }

  /** Gives an event its number and keeps it. */
  add(audience: Audience, at: number, body: string): RecentEvent {
    this.seq += 1
    const { ids, seq } = this
    const event: RecentEvent = {
      seq,
      at,
      audience,
      body,
      get text() {
        return wireText(ids.write(seq), body)
      },
    }
    this.events.push(event)
    this.characters += body.length
    this.forget(at)
    return event
  }

  /** What came after an id, or undefined when that cannot be told: it is too old or not ours. */
  since(id: string, now: number): RecentEvent[] | undefined {
    this.forget(now)
    const seq = this.ids.read(id)
    if (seq === undefined || seq > this.seq) return undefined
    const oldest = this.events[this.first]?.seq ?? this.seq + 1
    if (seq < oldest - 1) return undefined
    return this.events.slice(this.first + (seq + 1 - oldest))
  }

  private forget(now: number): void {
    for (;;) {
      const oldest = this.events[this.first]
      const kept = this.events.length - this.first
      if (!oldest) break
      const old = now - oldest.at > KEPT_MS
      if (!old && kept <= KEPT_EVENTS && this.characters <= KEPT_CHARACTERS) break
      this.characters -= oldest.body.length
      this.first += 1
    }
    // Cut in larger pieces: taking them off one by one would move the whole list each time.
    if (this.first > 1_000 && this.first * 2 > this.events.length) {
      this.events.splice(0, this.first)
      this.first = 0
    }
  }
}
