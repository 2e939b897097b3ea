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

/** An event on its way to the streams. */
export type LiveMessage<N extends LiveEventName = LiveEventName> = { event: N; payload: LivePayloads[N] }

/** A message with who may receive it. */
export type AddressedMessage = LiveMessage & Addressees

/** Who may receive an event. */
export type Addressees = {
  audience: Audience
  /** of them only these: see `userRecipient` */
  recipients?: readonly string[]
}

/** An event as it is written to the stream, but for its id. @see the HTML standard, server-sent events */
export const bodyText = ({ event, payload }: LiveMessage): string =>
  `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`

/** An event as it is written to the stream. */
export const wireText = (id: string, body: string): string => `id: ${id}\n${body}`

type EventText = Addressees & { readonly text: string }

const mayReceiveEvent = (rights: StreamRights, { audience, recipients }: Addressees): boolean =>
  mayReceive(rights, audience) && (recipients === undefined || isRecipient(rights, recipients))

const isRecipient = ({ username, privileges }: StreamRights, recipients: readonly string[]): boolean =>
  [userRecipient(username), ...privileges.map(privilegeRecipient)].some((key) => recipients.includes(key))

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
    if (!mayReceiveEvent(rights, event)) continue
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

/** An event that was sent. Its text is made when it is asked for: most events are never sent again. */
export type RecentEvent = Addressees & { seq: number; at: number; body: string; readonly text: string }

/** How long events are kept for readers that come back, in milliseconds. */
export const KEPT_MS = 5 * 60_000
const KEPT_EVENTS = 20_000
const KEPT_CHARACTERS = 16 * 1024 * 1024
const FORGOTTEN_TOGETHER = 1_000

/** A class, since tens of thousands are kept: a literal with a getter takes several times the memory. */
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
  add(addressees: Addressees, at: number, body: string): RecentEvent {
    this.seq += 1
    const event: RecentEvent = new SentEvent(this.ids, addressees, { seq: this.seq, at, body })
    this.events.push(event)
    this.characters += body.length
    this.forget(at)
    return event
  }

  /** Passes over events that nobody can ask for: whoever comes with an id of before is told that something is missing. */
  skip(): void {
    this.seq += 1
    this.events.length = 0
    this.first = 0
    this.characters = 0
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
      const count = this.events.length - this.first
      if (!oldest) break
      const old = now - oldest.at > KEPT_MS
      if (!old && count <= KEPT_EVENTS && this.characters <= KEPT_CHARACTERS) break
      this.characters -= oldest.body.length
      this.first += 1
    }
    // Cut in larger pieces: taking them off one by one would move the whole list each time.
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
 * What was told lately: one feed for people with the patient-data flag and one for all others. Each numbers and keeps
 * its events by itself, so that nothing in the second depends on what only the first holds.
 */
export class EventFeeds {
  private readonly withPatients = createFeed(true)
  private readonly withoutPatients = createFeed(false)

  /** The recent events of those who have the flag, or of those who do not. */
  recentFor({ patientDataAccess }: Viewer): RecentEvents {
    return (patientDataAccess ? this.withPatients : this.withoutPatients).recent
  }

  /** Where both feeds stand now: what comes later is found behind it, whoever asks. */
  position(): (viewer: Viewer) => string {
    const [withPatients, withoutPatients] = [
      this.withPatients.recent.newest,
      this.withoutPatients.recent.newest,
    ]
    return ({ patientDataAccess }) => (patientDataAccess ? withPatients : withoutPatients)
  }

  /** Adds events to the feeds that they are for. @returns their text for given rights */
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

  /** Passes over events that nobody can ask for. @param ofPatients they were for people with the flag alone */
  skip(ofPatients: boolean): void {
    this.withPatients.recent.skip()
    if (!ofPatients) this.withoutPatients.recent.skip()
  }
}

/**
 * Writes the number of an event as an id and reads it again. An id tells its reader nothing: no two are the same, and
 * how many events lie between two of them, or whether any do, cannot be seen. Only the process that wrote one reads it.
 */
type EventIds = {
  write(number: number): string
  /** the number of an id; undefined when it is not one of these */
  read(id: string): number | undefined
}

const ALGORITHM = 'aes-128-ecb'
const BLOCK_BYTES = 16
const NUMBER_BYTES = 6

/**
 * Makes the ids of a process. An id is one block under a key of this process: the event's number, a number that makes
 * the block different from every other, and zeros by which a foreign one is known. Blocks that differ are encrypted to
 * what nobody can tell from random, so that no mode of chaining is needed; thousands are written in a second.
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
