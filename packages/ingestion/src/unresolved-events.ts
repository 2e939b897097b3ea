import {
  type BusTopics,
  type Collection,
  type Database,
  ignoreDuplicates,
  type UnresolvedDoc,
} from '@wardtrack/database'
import type { Clock, EventBus, Logger } from '@wardtrack/service-kit'
import { assetSubjectKey, olderThan, tagSubjectKey } from './cached-asset.ts'
import { createGroupedWriter } from './grouped-writer.ts'
import { type ItemRefusal, refuseItem } from './read-items.ts'
import { createStepQueue } from './step-queue.ts'

/** Kind of event in an identity. */
export type EventKind = 'location' | 'device-status'

/** Keeps the newest events of unknown assets, and applies them when their asset appears. */
export type UnresolvedEvents = {
  /** keeps events; for each `_id` the newest remains. Resolves when durable */
  keep(docs: readonly UnresolvedDoc[]): Promise<void>
  /** checks if any of these subjects is known now, and applies its kept events */
  applyKnown(subjectKeys: readonly string[]): Promise<void>
  /** resolves when all assets announced on the bus so far are checked */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Dependencies of the kept events. */
export type UnresolvedEventsParts = {
  db: Database
  bus: EventBus<BusTopics>
  log: Logger
  clock: Clock
  kind: EventKind
  /** oldest accepted time */
  oldest(now: number): Promise<number> | number
  /** applies durably the events whose asset is known now, and returns them; safe to repeat */
  apply(docs: readonly UnresolvedDoc[]): Promise<readonly UnresolvedDoc[]>
}

const PAGE = 500
const SWEEP_MS = 5_000
const RELEVANT_CHANGES: ReadonlySet<string> = new Set(['created', 'updated', 'tags'])
/** Limit of changed subjects that wait for a lookup; beyond it all kept events are checked. */
const MAX_CHANGED = 10_000

/**
 * Creates the store of kept events for one kind. No event is lost, in whatever order assets and processes appear. The
 * bus announces a new asset immediately. Every kept event is looked up again after it is stored, so that one of two
 * concurrent steps sees the other. A slow sweep checks all kept events again and again, from the start on.
 */
export function createUnresolvedEvents(parts: UnresolvedEventsParts): UnresolvedEvents {
  const { db, bus, log, kind } = parts
  // driver: every event of an unknown tag is written here, a hot path
  const collection = db.driver.unresolved
  // Events of several requests share one write, so that a flood of unknown tags costs few writes.
  const writer = createGroupedWriter<UnresolvedDoc, 'kept'>({
    log,
    write: async (docs) => {
      await keepNewest(collection, docs, parts.clock.now())
      return docs.map(() => 'kept' as const)
    },
  })
  const changed = new Set<string>()
  const queue = createStepQueue((error) => log.warn({ err: error, kind }, 'kept events wait for later'))
  let sweptUpTo = ''

  const applyPage = async (docs: readonly UnresolvedDoc[]): Promise<void> => {
    if (docs.length > 0) await removeApplied(await parts.apply(docs))
  }
  // The filter includes the identity, so that a newer event kept meanwhile remains.
  const removeApplied = async (docs: readonly UnresolvedDoc[]): Promise<void> => {
    const deletes = docs.map(({ _id, identity }) => ({ deleteOne: { filter: { _id, identity } } }))
    if (deletes.length > 0) await collection.bulkWrite(deletes, { ordered: false })
  }
  const applyKnown = async (subjectKeys: readonly string[]): Promise<void> => {
    for (let from = 0; from < subjectKeys.length; from += PAGE) {
      const page = subjectKeys.slice(from, from + PAGE)
      await applyPage(await collection.find({ kind, subjectKey: { $in: page } }).toArray())
    }
  }
  const applyChanged = async (): Promise<void> => {
    const subjectKeys = [...changed]
    changed.clear()
    await applyKnown(subjectKeys)
  }
  const sweepPage = async (): Promise<boolean> => {
    const range = { $gt: sweptUpTo === '' ? `${kind}|` : sweptUpTo, $lt: `${kind}}` }
    const docs = await collection.find({ _id: range }).sort({ _id: 1 }).limit(PAGE).toArray()
    const oldest = await parts.oldest(parts.clock.confirmedNow())
    await removeApplied(docs.filter(({ time }) => time.getTime() < oldest))
    await applyPage(docs.filter(({ time }) => time.getTime() >= oldest))
    sweptUpTo = docs.at(-1)?._id ?? ''
    return docs.length === PAGE
  }
  const sweepAll = async (): Promise<void> => {
    sweptUpTo = ''
    while (!queue.isClosed() && (await sweepPage()));
  }
  const unsubscribe = bus.subscribe('asset.changed', ({ changes, tagKeys }) => {
    for (const { change, AssetType, AssetId } of changes)
      if (RELEVANT_CHANGES.has(change)) changed.add(assetSubjectKey(AssetType, AssetId))
    for (const key of tagKeys) changed.add(tagSubjectKey(key))
    if (changed.size > MAX_CHANGED) {
      changed.clear()
      queue.add('sweep all', sweepAll)
    } else if (changed.size > 0) queue.add('changed', applyChanged)
  })
  queue.add('sweep all', sweepAll)
  const timer = setInterval(() => queue.add('sweep', sweepPage), SWEEP_MS)
  timer.unref()
  return {
    keep: async (docs) => {
      await writer.submit(docs)
    },
    applyKnown,
    idle: queue.idle,
    close: async () => {
      unsubscribe()
      clearInterval(timer)
      await queue.close()
    },
  }
}

/** Upserts by `_id`, unless the stored event is newer or the same. */
async function keepNewest(
  unresolved: Collection<UnresolvedDoc>,
  docs: readonly UnresolvedDoc[],
  now: number,
): Promise<void> {
  const newest = new Map<string, UnresolvedDoc>()
  for (const doc of docs) {
    const known = newest.get(doc._id)
    if (!known || known.time < doc.time) newest.set(doc._id, doc)
  }
  if (newest.size === 0) return
  const writes = [...newest.values()].map(({ _id, ...rest }) => ({
    updateOne: {
      filter: { _id, time: olderThan({ time: rest.time, untimed: false }, now) },
      update: { $set: rest },
      upsert: true,
    },
  }))
  // A duplicate key means that a newer event exists under the `_id`; the newer one remains.
  await unresolved.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates)
}

/** Refusal of a kept event that the store does not accept. */
export const CANNOT_BE_STORED = refuseItem('', 'validation', 'This item could not be stored.')

/** Returns a kept event as a refused item. */
export const toRefusedItem = (doc: UnresolvedDoc, reason: ItemRefusal) => ({
  raw: JSON.parse(String(doc.item)) as unknown,
  index: 0,
  provider: doc.provider,
  reasons: [reason],
})
