import type { BusTopics, Collection, Database, UnresolvedDoc } from '@wardtrack/database'
import { isDuplicateKey } from '@wardtrack/database'
import type { EventBus, Logger } from '@wardtrack/service-kit'
import { assetSubjectKey, type EventKind, tagSubjectKey } from './event-identity.ts'

/** Keeps the newest events of those nobody knows yet, and hands them on when their asset appears. */
export type Unresolved = {
  /** keeps events; of one `_id` the newest stays. Resolves when durable */
  keep(docs: readonly UnresolvedDoc[]): Promise<void>
  /** looks whether any of these is known by now, and applies what was kept of it */
  applyKnown(subjectKeys: readonly string[]): Promise<void>
  /** resolves when what the bus told of so far was looked at */
  idle(): Promise<void>
  close(): Promise<void>
}

/** What the keeper needs. */
export type UnresolvedParts = {
  db: Database
  bus: EventBus<BusTopics>
  log: Logger
  kind: EventKind
  /** oldest time that is kept */
  oldest(now: number): Promise<number> | number
  /** applies those whose asset is known now, durably, and gives them; safe to repeat */
  apply(docs: readonly UnresolvedDoc[]): Promise<readonly UnresolvedDoc[]>
}

const PAGE = 500
const SWEEP_MS = 5_000
const RELEVANT_CHANGES = new Set(['created', 'updated', 'tags'])

/**
 * Makes the keeper of one kind of event. Nothing is lost however assets and processes come and go: the bus tells of a
 * new asset at once; every event that was kept looks again after it is stored (so of two that cross, one sees the
 * other); and a slow sweep, begun at the start, passes everything that is kept again and again.
 */
export function createUnresolved(parts: UnresolvedParts): Unresolved {
  const { db, bus, log, kind } = parts
  let work: Promise<void> = Promise.resolve()
  let closed = false
  let after = ''

  const applyPage = async (docs: readonly UnresolvedDoc[]): Promise<void> => {
    const applied = docs.length > 0 ? await parts.apply(docs) : []
    await forget(applied)
  }
  // By identity too: a newer event that took the place meanwhile stays.
  const forget = async (docs: readonly UnresolvedDoc[]): Promise<void> => {
    const deletes = docs.map(({ _id, identity }) => ({ deleteOne: { filter: { _id, identity } } }))
    if (deletes.length > 0) await db.unresolved.bulkWrite(deletes, { ordered: false })
  }
  const applyKnown = async (subjectKeys: readonly string[]): Promise<void> => {
    for (let from = 0; from < subjectKeys.length; from += PAGE) {
      const some = subjectKeys.slice(from, from + PAGE)
      await applyPage(await db.unresolved.find({ kind, subjectKey: { $in: some } }).toArray())
    }
  }
  const sweep = async (): Promise<boolean> => {
    const range = { $gt: after === '' ? `${kind}|` : after, $lt: `${kind}}` }
    const docs = await db.unresolved.find({ _id: range }).sort({ _id: 1 }).limit(PAGE).toArray()
    const oldest = await parts.oldest(Date.now())
    const expired = docs.filter(({ time }) => time.getTime() < oldest)
    await forget(expired)
    await applyPage(docs.filter(({ time }) => time.getTime() >= oldest))
    after = docs.at(-1)?._id ?? ''
    return docs.length === PAGE
  }
  const enqueue = (step: () => Promise<unknown>): void => {
    work = work.then(async () => {
      if (closed) return
      await step().catch((error: unknown) => log.warn({ err: error, kind }, 'kept events wait for later'))
    })
  }
  const stop = bus.subscribe('asset.changed', ({ changes, tagKeys }) => {
    const assets = changes.filter(({ change }) => RELEVANT_CHANGES.has(change))
    const subjectKeys = [
      ...assets.map(({ AssetType, AssetId }) => assetSubjectKey(AssetType, AssetId)),
      ...tagKeys.map(tagSubjectKey),
    ]
    if (subjectKeys.length > 0) enqueue(() => applyKnown(subjectKeys))
  })
  enqueue(async () => {
    while (!closed && (await sweep()));
  })
  const timer = setInterval(() => enqueue(sweep), SWEEP_MS)
  timer.unref()
  return {
    keep: (docs) => keepNewest(db.unresolved, docs),
    applyKnown,
    idle: () => work,
    close: async () => {
      stop()
      clearInterval(timer)
      closed = true
      await work
    },
  }
}

/** Upserts by `_id` unless what is there is newer or the same. */
async function keepNewest(
  unresolved: Collection<UnresolvedDoc>,
  docs: readonly UnresolvedDoc[],
): Promise<void> {
  const newest = new Map<string, UnresolvedDoc>()
  for (const doc of docs) {
    const known = newest.get(doc._id)
    if (!known || known.time < doc.time) newest.set(doc._id, doc)
  }
  if (newest.size === 0) return
  const writes = [...newest.values()].map(({ _id, ...rest }) => ({
    updateOne: { filter: { _id, time: { $not: { $gte: rest.time } } }, update: { $set: rest }, upsert: true },
  }))
  try {
    await unresolved.bulkWrite(writes, { ordered: false })
  } catch (error) {
    // The upsert of an older one meets the newer one under its `_id`: that is what should be there.
    const failures = (error as { writeErrors?: readonly { code?: number }[] }).writeErrors
    const expected = failures ? failures.every((one) => one.code === 11_000) : isDuplicateKey(error)
    if (!expected) throw error
  }
}
