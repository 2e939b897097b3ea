import type { Call, Scope } from '@wardtrack/contracts'
import type { UnresolvedDoc } from '@wardtrack/database'
import type { z } from 'zod'
import type { AssetResolver } from './asset-resolver.ts'
import type { CachedAsset } from './cached-asset.ts'
import { keepDeadLetters } from './dead-letters.ts'
import { createEndpoint, type EndpointParts, type IngestEndpoint } from './endpoint.ts'
import { type EventKind, eventIdentity, type SubjectMembers, toSubjectKey } from './event-identity.ts'
import { createGroupedWriter } from './grouped-writer.ts'
import { type ItemRefusal, isRefusal, type Outcome, type TakenItem } from './item-outcome.ts'
import { createUnresolved } from './unresolved.ts'

/** An event of a known asset, ready to be written. `P` is what its endpoint made of the item. */
export type IngestEvent<P> = {
  /** identity: `_id` of its history row */
  id: string
  /** the identity does not hold the time (`eventId`, Idempotency-Key): a repeat may carry another time or content */
  named: boolean
  /** how the event named its asset, by type and id or by a tag: see `whoOf` */
  who: string
  asset: CachedAsset
  provider: string
  time: Date
  receivedAt: Date
  content: P
}

/** What an endpoint for events (of an asset, at a time) is made from. */
export type EventEndpointSpec<I, P> = {
  call: Call
  name: Scope
  kind: EventKind
  schema: z.ZodType<I>
  /** makes ready what `prepare` looks at (places, mapping) */
  begin(): Promise<unknown>
  /** members that say whom the item is about */
  who(item: I): SubjectMembers
  /** turns an item into what is written, or refuses it; must not wait */
  prepare(taken: TakenItem<I>): P | ItemRefusal
  /** tells apart events of one asset that must both be kept while it is unknown; '' when the newest is enough */
  facet?(item: I): string
  /**
   * Writes a group that several requests share, durably, and tells of each event whether it was new. Must be safe to
   * repeat: after a crash the same events come again as duplicates, and what was left undone must be done then.
   */
  write(group: readonly IngestEvent<P>[]): Promise<readonly ('accepted' | 'duplicate')[]>
}

/** An endpoint for events. */
export type EventEndpoint = IngestEndpoint & {
  /** resolves when no write is waiting or under way */
  idle(): Promise<void>
  /** resolves when kept events of assets that the bus told of so far are applied */
  settled(): Promise<void>
  close(): Promise<void>
}

type Candidate<I, P> = {
  taken: TakenItem<I>
  who: string
  event: Omit<IngestEvent<P>, 'asset'>
}

/** Makes an endpoint for events: who is who, identity, grouped durable writes, and keeping what nobody is known for. */
export function createEventEndpoint<I extends { eventId?: string | undefined }, P>(
  shared: EndpointParts & { whoIsWho: AssetResolver },
  spec: EventEndpointSpec<I, P>,
): EventEndpoint {
  const { parts, whoIsWho } = shared
  const writer = createGroupedWriter<IngestEvent<P>, 'accepted' | 'duplicate'>({
    write: spec.write,
    log: parts.log,
    onGroup: shared.metrics.group,
  })
  shared.metrics.watch(writer.depth)
  const unresolved = createUnresolved({
    db: parts.db,
    bus: parts.bus,
    log: parts.log,
    kind: spec.kind,
    oldest: shared.retention.oldest,
    apply: (docs) => applyKept(docs),
  })

  const write = async (items: readonly TakenItem<I>[]): Promise<Outcome[]> => {
    await spec.begin()
    const candidates = items.map((taken) => candidateOf(spec, taken))
    const ready = candidates.filter((one): one is Candidate<I, P> => !isRefusal(one))
    const known = whoIsWho.resolve(ready.map(({ who }) => who))
    // Waiting for what is there already costs every event.
    const assets = known instanceof Promise ? await known : known
    const events: IngestEvent<P>[] = []
    const unknown: Candidate<I, P>[] = []
    const places = new Map<unknown, number>()
    ready.forEach((one, index) => {
      const asset = assets[index]
      if (!asset) unknown.push(one)
      else places.set(one, events.push({ ...one.event, asset }) - 1)
    })
    const writing = writer.submit(events)
    const [results] = unknown.length > 0 ? await Promise.all([writing, keep(unknown)]) : [await writing]
    return candidates.map((one) => {
      if (isRefusal(one)) return one
      const place = places.get(one)
      return place === undefined ? 'unresolved' : (results[place] ?? 'duplicate')
    })
  }

  const keep = async (unknown: readonly Candidate<I, P>[]): Promise<void> => {
    await unresolved.keep(unknown.map((one) => keptEvent(spec, one)))
    // Its asset may have been made between the look and the keeping; then nobody else would look.
    const whos = [...new Set(unknown.map(({ who }) => who))]
    const found = await whoIsWho.resolve(whos)
    const appeared = whos.filter((_, index) => found[index])
    if (appeared.length > 0) await unresolved.settle(appeared)
  }

  const applyKept = async (docs: readonly UnresolvedDoc[]): Promise<readonly UnresolvedDoc[]> => {
    await spec.begin()
    const assets = await whoIsWho.resolve(docs.map(({ who }) => who))
    const known = docs.filter((_, index) => assets[index])
    const events: IngestEvent<P>[] = []
    for (const [index, doc] of docs.entries()) {
      const asset = assets[index]
      if (!asset) continue
      const revived = revive(spec, doc)
      if (!isRefusal(revived)) events.push({ ...revived, asset })
      // What was good when it came may not be by now: its place is gone, its map is smaller.
      else await keepDeadLetters(parts.db, spec.name, [refusedDoc(doc, revived)], doc.receivedAt)
    }
    await writer.submit(events)
    return known
  }

  const endpoint = createEndpoint<I>(shared, { ...spec, timed: true, provided: true, write })
  return {
    ...endpoint,
    idle: writer.idle,
    settled: unresolved.settled,
    close: async () => {
      await unresolved.close()
      await writer.idle()
    },
  }
}

function candidateOf<I extends { eventId?: string | undefined }, P>(
  spec: EventEndpointSpec<I, P>,
  taken: TakenItem<I>,
): Candidate<I, P> | ItemRefusal {
  const { item, provider, time, receivedAt } = taken
  const members = spec.who(item)
  const who = toSubjectKey(members, provider)
  if (who.startsWith('tag:|'))
    return { path: 'provider', code: 'validation', message: 'A tagId needs a provider.' }
  const content = spec.prepare(taken)
  if (isRefusal(content)) return content
  const id = eventIdentity(spec.kind, taken, who, item.eventId)
  const named = item.eventId !== undefined || taken.ordinal?.repeatable === true
  return { taken, who, event: { id, named, who, provider, time, receivedAt, content } }
}

function keptEvent<I, P>(spec: EventEndpointSpec<I, P>, one: Candidate<I, P>): UnresolvedDoc {
  const { taken, who, event } = one
  return {
    _id: `${spec.kind}|${who}|${spec.facet?.(taken.item) ?? ''}`,
    kind: spec.kind,
    who,
    identity: event.id,
    provider: event.provider,
    time: event.time,
    receivedAt: event.receivedAt,
    item: JSON.stringify(taken.item),
  }
}

function revive<I, P>(
  spec: EventEndpointSpec<I, P>,
  doc: UnresolvedDoc,
): Omit<IngestEvent<P>, 'asset'> | ItemRefusal {
  const read = spec.schema.safeParse(JSON.parse(String(doc.item)))
  if (!read.success) return { path: '', code: 'validation', message: 'This item is not taken any more.' }
  const { who, provider, time, receivedAt, identity } = doc
  const content = spec.prepare({ index: 0, item: read.data, provider, time, receivedAt })
  if (isRefusal(content)) return content
  return { id: identity, named: true, who, provider, time, receivedAt, content }
}

const refusedDoc = (doc: UnresolvedDoc, reason: ItemRefusal) => ({
  raw: JSON.parse(String(doc.item)) as unknown,
  provider: doc.provider,
  reasons: [reason],
})
