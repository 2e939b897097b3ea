import type { Call, Scope } from '@wardtrack/contracts'
import type { UnresolvedDoc } from '@wardtrack/database'
import type { z } from 'zod'
import type { AssetResolver } from './asset-resolver.ts'
import { type CachedAsset, type SubjectMembers, toSubjectKey } from './cached-asset.ts'
import { createEndpoint } from './endpoint.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { eventIdentity } from './event-identity.ts'
import { createFormerIdentities } from './former-identities.ts'
import { createGroupedWriter } from './grouped-writer.ts'
import type { EventQueue, EventQueues, QueuedEvent } from './queue/index.ts'
import { type ItemRefusal, isRefusal, type Outcome, type ValidItem } from './read-items.ts'
import type { SenderQuota } from './sender-quota.ts'
import {
  CANNOT_BE_STORED,
  createUnresolvedEvents,
  type EventKind,
  toRefusedItem,
} from './unresolved-events.ts'

/** An event of a known asset, ready for writing. `P` is the content that its endpoint made from the item. */
export type IngestEvent<P> = {
  /** identity: `_id` of its history row */
  id: string
  /**
   * true when the identity does not include the time (`eventId`, Idempotency-Key): a repeat may have another time or
   * content
   */
  repeatMayDiffer: boolean
  /** the event's asset, by type and id or by a tag: see `toSubjectKey` */
  subjectKey: string
  asset: CachedAsset
  provider: string
  time: Date
  /** true when the event has no time: its time is now */
  untimed: boolean
  receivedAt: Date
  content: P
}

/** Specification of an endpoint for events (of an asset, at a time). */
export type EventEndpointSpec<I, P> = {
  call: Call
  name: Scope
  /** the call for a provider's own JSON */
  formatCall?: Call
  kind: EventKind
  schema: z.ZodType<I>
  /** loads the data that `toContent` reads (places, mapping) */
  loadReferenceData(): Promise<unknown>
  /** members that identify the item's asset */
  subjectOf(item: I): SubjectMembers
  /** converts an item to its stored content, or refuses it; must be synchronous */
  toContent(validItem: ValidItem<I>): P | ItemRefusal
  /** distinguishes different events of one subject and time, without line feeds; by default the time is enough */
  identityOf?(item: I): string
  /** distinguishes events of an unknown asset: the newest event of each key is kept */
  unresolvedKey?(item: I): string
  /**
   * Writes a group of events from several requests durably, and reports for each event if it was new. It must be safe
   * to repeat: after a crash the same events return as duplicates, and unfinished work must then be completed.
   */
  write(group: readonly IngestEvent<P>[]): Promise<readonly ('accepted' | 'duplicate')[]>
}

/** An endpoint for events. */
export type EventEndpoint = IngestEndpoint & {
  /** resolves when no write is waiting or in progress */
  flushed(): Promise<void>
  /** resolves when kept events of all assets announced on the bus so far are applied */
  unresolvedApplied(): Promise<void>
  close(): Promise<void>
}

/** An event whose asset is not resolved yet. */
type UnresolvedEvent<P> = Omit<IngestEvent<P>, 'asset'>

type Candidate<I, P> = {
  validItem: ValidItem<I>
  members: SubjectMembers
  event: UnresolvedEvent<P>
}

/**
 * Creates an endpoint for events. It resolves their assets, derives their identities, writes them in durable groups,
 * and keeps events of unknown subjects.
 */
export function createEventEndpoint<I extends { eventId?: string | undefined }, P>(
  shared: EndpointParts & {
    assetResolver: AssetResolver
    unresolvedQuota: SenderQuota
    queues?: EventQueues | undefined
  },
  spec: EventEndpointSpec<I, P>,
): EventEndpoint {
  const { parts, assetResolver } = shared
  const writer = createGroupedWriter<IngestEvent<P>, 'accepted' | 'duplicate'>({
    write: spec.write,
    log: parts.log,
    onGroup: shared.metrics.observeGroup,
  })
  shared.metrics.addQueue(writer.depth)
  const formerIdentities = createFormerIdentities(parts.db, spec.kind, () => parts.clock.now())
  const unresolved = createUnresolvedEvents({
    db: parts.db,
    bus: parts.bus,
    log: parts.log,
    kind: spec.kind,
    clock: parts.clock,
    oldest: shared.retention.oldest,
    apply: (docs) => applyUnresolved(docs),
  })

  const write = async (items: readonly ValidItem<I>[]): Promise<Outcome[]> => {
    await spec.loadReferenceData()
    const candidates = items.map((item) => toCandidate(spec, item))
    const ready = candidates.filter((candidate): candidate is Candidate<I, P> => !isRefusal(candidate))
    const adopting = formerIdentities.adopt(ready)
    if (adopting) await adopting
    const resolved = assetResolver.resolve(ready.map(({ event }) => event))
    // Awaiting a cached result would cost every event a turn of the event loop.
    const assets = resolved instanceof Promise ? await resolved : resolved
    const events: IngestEvent<P>[] = []
    const unknown: Candidate<I, P>[] = []
    const known: Candidate<I, P>[] = []
    ready.forEach((candidate, index) => {
      const asset = assets[index]
      if (!asset) unknown.push(candidate)
      else {
        known.push(candidate)
        events.push(withAsset(candidate.event, asset))
      }
    })
    const writing = queue ? queueOrWrite(queue, events, known) : writer.submit(events)
    const [results] =
      unknown.length > 0
        ? await Promise.all([writing, keepUnresolved(unknown.map((each) => toUnresolvedDoc(spec, each)))])
        : [await writing]
    let [nextReady, nextEvent] = [0, 0]
    return candidates.map((candidate) => {
      if (isRefusal(candidate)) return candidate
      const isKnown = assets[nextReady] !== undefined
      nextReady += 1
      if (!isKnown) return 'unresolved'
      nextEvent += 1
      const result = results[nextEvent - 1]
      if (result === undefined) throw new Error('an event was written without a result')
      return result
    })
  }

  /**
   * Queues or writes events. Queued events are reported as accepted: a duplicate is only detected when the event is
   * stored.
   */
  const queueOrWrite = async (
    { offer }: EventQueue,
    events: readonly IngestEvent<P>[],
    known: readonly Candidate<I, P>[],
  ): Promise<('accepted' | 'duplicate')[]> => {
    const toQueued = (event: IngestEvent<P>, index: number): QueuedEvent => ({
      key: event.asset._id.toHexString(),
      doc: toUnresolvedDoc(spec, known[index] as Candidate<I, P>),
      repeatMayDiffer: event.repeatMayDiffer,
      untimed: event.untimed,
    })
    if (events.length > 0 && (await offer(() => events.map(toQueued)))) return events.map(() => 'accepted')
    return writer.submit(events)
  }

  const keepUnresolved = async (docs: readonly UnresolvedDoc[]): Promise<void> => {
    await unresolved.keep(docs)
    await shared.unresolvedQuota.noteAdded(docs)
    // Repeats the lookup, because the asset may have been created after the first lookup.
    const found = await assetResolver.resolve(docs)
    const appeared = new Set(docs.filter((_, index) => found[index]).map(({ subjectKey }) => subjectKey))
    if (appeared.size > 0) await unresolved.applyKnown([...appeared])
  }

  const keepRefused = (doc: UnresolvedDoc, refusal: ItemRefusal) =>
    shared.deadLetters.keep(spec.name, [toRefusedItem(doc, refusal)], doc.receivedAt, doc.sender)

  const applyUnresolved = async (docs: readonly UnresolvedDoc[]): Promise<readonly UnresolvedDoc[]> => {
    await spec.loadReferenceData()
    const assets = await assetResolver.resolve(docs, { retryUnknown: true })
    const known = docs.filter((_, index) => assets[index])
    const events: IngestEvent<P>[] = []
    for (const [index, doc] of docs.entries()) {
      const asset = assets[index]
      if (!asset) continue
      const event = toEvent(spec, doc)
      if (!isRefusal(event)) events.push(withAsset(event, asset))
      // A formerly valid event may be invalid now: its place may be gone, or its map smaller.
      else await keepRefused(doc, event)
    }
    await writer.submit(events)
    return known
  }

  /** Stores events from the brokers. They are checked again, because places and assets may have changed since. */
  const applyQueued = async (queued: readonly QueuedEvent[]): Promise<void> => {
    await spec.loadReferenceData()
    const assets = await assetResolver.resolve(queued.map(({ doc }) => doc))
    const events: IngestEvent<P>[] = []
    const unknown: UnresolvedDoc[] = []
    for (const [index, { doc, repeatMayDiffer, untimed }] of queued.entries()) {
      const asset = assets[index]
      const event = asset && toEvent(spec, doc)
      if (!event) unknown.push(doc)
      else if (isRefusal(event)) await keepRefused(doc, event)
      // An untimed event may repeat after its asset has moved on. Only history shows if the event is new.
      else events.push({ ...event, asset, untimed, repeatMayDiffer: repeatMayDiffer || untimed })
    }
    await Promise.all([writer.submit(events), ...(unknown.length > 0 ? [keepUnresolved(unknown)] : [])])
  }
  const queue = shared.queues?.open({
    name: spec.name,
    data: spec.kind === 'location' ? 'location data' : 'device data',
    apply: applyQueued,
    giveUp: ({ doc }) => keepRefused(doc, CANNOT_BE_STORED),
  })

  const check = async (items: readonly ValidItem<I>[]): Promise<(ItemRefusal | undefined)[]> => {
    await spec.loadReferenceData()
    return items.map((item) => {
      const candidate = toCandidate(spec, item)
      return isRefusal(candidate) ? candidate : undefined
    })
  }

  const endpoint = createEndpoint<I>(shared, { ...spec, hasTime: true, hasProvider: true, check, write })
  return {
    ...endpoint,
    flushed: writer.flushed,
    unresolvedApplied: unresolved.idle,
    close: async () => {
      await queue?.close()
      await unresolved.close()
      await writer.flushed()
    },
  }
}

/** Each member is named: a spread with one more member costs more than all other work on an event in this file. */
const withAsset = <P>(event: UnresolvedEvent<P>, asset: CachedAsset): IngestEvent<P> => ({
  id: event.id,
  repeatMayDiffer: event.repeatMayDiffer,
  subjectKey: event.subjectKey,
  asset,
  provider: event.provider,
  time: event.time,
  untimed: event.untimed,
  receivedAt: event.receivedAt,
  content: event.content,
})

function toCandidate<I extends { eventId?: string | undefined }, P>(
  spec: EventEndpointSpec<I, P>,
  validItem: ValidItem<I>,
): Candidate<I, P> | ItemRefusal {
  const { item, provider, time, untimed, receivedAt } = validItem
  const members = spec.subjectOf(item)
  const subjectKey = toSubjectKey(members, provider)
  if (subjectKey.startsWith('tag:|'))
    return { path: 'provider', code: 'validation', message: 'A tagId needs a provider.' }
  const content = spec.toContent(validItem)
  if (isRefusal(content)) return content
  const id = eventIdentity(spec.kind, validItem, subjectKey, item.eventId, spec.identityOf?.(item))
  const repeatMayDiffer = item.eventId !== undefined || validItem.ordinal?.repeatable === true
  const event = { id, repeatMayDiffer, subjectKey, provider, time, untimed, receivedAt, content }
  return { validItem, members, event }
}

function toUnresolvedDoc<I, P>(spec: EventEndpointSpec<I, P>, candidate: Candidate<I, P>): UnresolvedDoc {
  const { validItem, event } = candidate
  const item = JSON.stringify(validItem.item)
  return {
    _id: `${spec.kind}|${event.subjectKey}|${spec.unresolvedKey?.(validItem.item) ?? ''}`,
    kind: spec.kind,
    subjectKey: event.subjectKey,
    identity: event.id,
    provider: event.provider,
    time: event.time,
    receivedAt: event.receivedAt,
    item,
    ...(validItem.keyId === undefined ? {} : { sender: validItem.keyId, bytes: item.length }),
  }
}

function toEvent<I, P>(spec: EventEndpointSpec<I, P>, doc: UnresolvedDoc): UnresolvedEvent<P> | ItemRefusal {
  const read = spec.schema.safeParse(JSON.parse(String(doc.item)))
  if (!read.success) return { path: '', code: 'validation', message: 'This item is no longer accepted.' }
  const { subjectKey, provider, time, receivedAt, identity } = doc
  // The event happened when it was received, which is in the past.
  const untimed = false
  const content = spec.toContent({ index: 0, item: read.data, provider, time, untimed, receivedAt })
  if (isRefusal(content)) return content
  return { id: identity, repeatMayDiffer: true, subjectKey, provider, time, untimed, receivedAt, content }
}
