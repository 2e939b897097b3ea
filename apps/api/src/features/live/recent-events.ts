import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { LiveEventName, LivePayloads } from '@wardtrack/contracts'
import { privilegeRecipient, userRecipient } from '@wardtrack/database'
import {
  AUDIENCES,
  type Audience,
  type AudienceRights,
  mayReceive,
  type Viewer,
} from '@wardtrack/patient-rule'
import type { StreamRights } from './stream-rights.ts'

/** Event to be sent to the streams. */
export type LiveMessage<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** Message with its audience. */
export type AddressedMessage = LiveMessage & Addressees

/** Audience of an event. */
export type Addressees = {
  audience: Audience
  /** only these users of the audience: see `userRecipient` */
  recipients?: readonly string[]
}

/** Formats an event for the stream, without its id. @see the HTML standard, server-sent events */
export const bodyText = ({ event, payload }: LiveMessage): string =>
  `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`

/** Formats an event for the stream. */
export const wireText = (id: string, body: string): string => `id: ${id}\n${body}`

type EventText = Addressees & { readonly text: string }

const mayReceiveEvent = (rights: StreamRights, { audience, recipients }: Addressees): boolean =>
  mayReceive(rights, audience) && (recipients === undefined || isRecipient(rights, recipients))

const isRecipient = ({ username, privileges }: StreamRights, recipients: readonly string[]): boolean =>
  [userRecipient(username), ...privileges.map(privilegeRecipient)].some((key) => recipients.includes(key))

/**
 * Joins the texts of events for given rights.
 * @returns undefined when the text exceeds `maxCharacters`; joining stops there
 */
export function joinTexts(
  events: readonly EventText[],
  rights: StreamRights,
  maxCharacters = Number.POSITIVE_INFINITY,
): string | undefined {
  const texts: string[] = []
  let characters = 0
  for (const event of events) {
    if (!mayReceiveEvent(rights, event)) continue
    const { text } = event
    characters += text.length
    if (characters > maxCharacters) return undefined
    texts.push(text)
  }
  return texts.join('')
}

/**
 * Returns a function that formats a batch by rights. There are few kinds of rights and many streams, so each text is
 * joined once.
 */
export function textByRights(
  eventsFor: (rights: StreamRights) => readonly EventText[],
): (rights: StreamRights) => string {
  const texts = new Map<string, string>()
  return (rights) => {
    const events = eventsFor(rights)
    const narrowed = events.filter(({ recipients }) => recipients !== undefined)
    const kind = [
      ...AUDIENCES.filter((audience) => mayReceive(rights, audience)),
      ...narrowed.map((event) => mayReceiveEvent(rights, event)),
    ].join()
    const text = texts.get(kind) ?? joinTexts(events, rights) ?? ''
    texts.set(kind, text)
    return text
  }
}

/** Sent event. Its text is created on demand, because most events are never sent again. */
export type RecentEvent = Addressees & { seq: number; at: number; body: string; readonly text: string }

/** Milliseconds for which events are kept for reconnecting readers. */
export const KEPT_MS = 5 * 60_000
const KEPT_EVENTS = 20_000
const KEPT_CHARACTERS = 16 * 1024 * 1024
const FORGOTTEN_TOGETHER = 1_000

/** Class of sent events. Tens of thousands are kept, and a literal with a getter takes several times the memory. */
class SentEvent implements RecentEvent {
  readonly audience: Audience
  readonly recipients?: readonly string[]
  readonly seq: number
  readonly at: number
  readonly body: string
  private readonly ids: EventIds

  constructor(
    ids: EventIds,
    { audience, recipients }: Addressees,
    event: Pick<RecentEvent, 'seq' | 'at' | 'body'>,
  ) {
    this.ids = ids
    this.audience = audience
    if (recipients) this.recipients = recipients
    this.seq = event.seq
    this.at = event.at
    this.body = event.body
  }

  get text(): string {
    return wireText(this.ids.write(this.seq), this.body)
  }
}

/**
 * Buffer that numbers events and keeps those of the last five minutes, or fewer when there are many, for reconnecting
 * readers. Readers see encrypted numbers as ids, which only this process can read.
 */
export class RecentEvents {
  private readonly ids = createEventIds()
  private readonly events: RecentEvent[] = []
  private first = 0
  private characters = 0
  private seq = 0

  /** Id of the newest event, a different one on each read. */
  get newest(): string {
    return this.ids.write(this.seq)
  }

  /** Numbers an event and stores it. */
  add(addressees: Addressees, at: number, body: string): RecentEvent {
    this.seq += 1
    const event: RecentEvent = new SentEvent(this.ids, addressees, { seq: this.seq, at, body })
    this.events.push(event)
    this.characters += body.length
    this.forget(at)
    return event
  }

  /** Skips events that no reader can request: a reader with an earlier id learns that events are missing. */
  skip(): void {
    this.seq += 1
    this.events.length = 0
    this.first = 0
    this.characters = 0
  }

  /** Returns the events after an id, or undefined when the id is too old or from another process. */
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
      const count = this.events.length - this.first
      if (!oldest) break
      const old = now - oldest.at > KEPT_MS
      if (!old && count <= KEPT_EVENTS && this.characters <= KEPT_CHARACTERS) break
      this.characters -= oldest.body.length
      this.first += 1
    }
    // Removes events in large batches, because removing them one by one would move the whole list each time.
    if (this.first > FORGOTTEN_TOGETHER) {
      this.events.splice(0, this.first)
      this.first = 0
    }
  }
}

type Feed = { rights: AudienceRights; recent: RecentEvents }

const createFeed = (patientDataAccess: boolean): Feed => ({
  rights: { configured: true, assets: true, alerts: true, notifications: true, patientDataAccess },
  recent: new RecentEvents(),
})

/**
 * Two feeds of recent events: one for users with the patient-data flag and one for all others. Each numbers and keeps
 * its own events, so that the second reveals nothing about the first.
 */
export class EventFeeds {
  private readonly withPatients = createFeed(true)
  private readonly withoutPatients = createFeed(false)

  /** Returns the recent events for viewers with or without the flag. */
  recentFor({ patientDataAccess }: Viewer): RecentEvents {
    return (patientDataAccess ? this.withPatients : this.withoutPatients).recent
  }

  /** Returns the current position of both feeds; later events come after it for every viewer. */
  position(): (viewer: Viewer) => string {
    const [withPatients, withoutPatients] = [
      this.withPatients.recent.newest,
      this.withoutPatients.recent.newest,
    ]
    return ({ patientDataAccess }) => (patientDataAccess ? withPatients : withoutPatients)
  }

  /** Adds events to their feeds. @returns a function that formats them for given rights */
  add(events: readonly AddressedMessage[], at: number): (rights: StreamRights) => string {
    const bodies = events.map(bodyText)
    const addTo = ({ rights, recent }: Feed): RecentEvent[] => {
      const added: RecentEvent[] = []
      events.forEach((event, index) => {
        if (mayReceive(rights, event.audience)) added.push(recent.add(event, at, bodies[index] ?? ''))
      })
      return added
    }
    const [withPatients, withoutPatients] = [addTo(this.withPatients), addTo(this.withoutPatients)]
    return textByRights(({ patientDataAccess }) => (patientDataAccess ? withPatients : withoutPatients))
  }

  /** Skips events that no reader can request. @param ofPatients true when they were only for users with the flag */
  skip(ofPatients: boolean): void {
    this.withPatients.recent.skip()
    if (!ofPatients) this.withoutPatients.recent.skip()
  }
}

/**
 * Conversion between event numbers and ids. An id reveals nothing to its reader: no two are equal, and the number of
 * events between two ids is hidden. Only the process that created an id can read it.
 */
type EventIds = {
  write(number: number): string
  /** returns the number of an id; undefined for an invalid one */
  read(id: string): number | undefined
}

const ALGORITHM = 'aes-128-ecb'
const BLOCK_BYTES = 16
const NUMBER_BYTES = 6

/**
 * Creates the ids of a process. An id is one block, encrypted under a key of this process. It holds the event's
 * number, a number that makes the block unique, and zeros that identify foreign blocks. Different blocks encrypt to
 * values indistinguishable from random, so no chaining mode is needed. A process can create thousands per second.
 */
function createEventIds(): EventIds {
  const key = randomBytes(BLOCK_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false)
  const decipher = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false)
  let written = 0
  return {
    write: (number) => {
      const block = Buffer.alloc(BLOCK_BYTES)
      block.writeUIntBE(number, 0, NUMBER_BYTES)
      block.writeUIntBE((written += 1), NUMBER_BYTES, NUMBER_BYTES)
      return cipher.update(block).toString('base64url')
    },
    read: (id) => {
      if (!/^[\w-]{22}$/.test(id)) return undefined
      const block = decipher.update(Buffer.from(id, 'base64url'))
      return block.readUInt32BE(2 * NUMBER_BYTES) === 0 ? block.readUIntBE(0, NUMBER_BYTES) : undefined
    },
  }
}
