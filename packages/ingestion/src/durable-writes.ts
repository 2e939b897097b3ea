import type { Database } from '@wardtrack/database'

/** Acknowledged when the write is on the disks of most of the store's members. */
const DURABLE = { w: 'majority', j: true } as const
/** Acknowledged when reads see the write; it becomes durable with the next durable write. */
const VISIBLE = { w: 1, j: false } as const
const DUPLICATE_KEY = 11_000

/** One conditional update: filter and new values. */
export type StoreUpdate = { q: Record<string, unknown>; u: Record<string, unknown> }

type WriteReply = {
  n?: number
  writeErrors?: readonly { index: number; code: number; errmsg: string }[]
  writeConcernError?: { errmsg?: string }
}

/**
 * Inserts documents in one statement and returns the indexes of those whose `_id` existed already. It uses the
 * driver's plain command, because the bulk interface measures every document a second time. At thousands of events a
 * second this cost is measurable.
 * @param isDurable false: `confirmInserted` must follow before the items are acknowledged
 * @throws when a document failed for another reason than a duplicate `_id`, or is missing in the store's result
 */
export async function insertNew(
  db: Pick<Database, 'connection' | 'sealing'>,
  collection: string,
  plainDocuments: readonly object[],
  isDurable = true,
): Promise<Set<number>> {
  const documents = await db.sealing.documents(collection, plainDocuments)
  const writeConcern = isDurable ? DURABLE : VISIBLE
  const reply = await run(db, { insert: collection, documents, ordered: false, writeConcern })
  const duplicates = new Set<number>()
  for (const { index, code, errmsg } of reply.writeErrors ?? []) {
    if (code !== DUPLICATE_KEY) throw new Error(`insert into ${collection}: ${errmsg}`)
    duplicates.add(index)
  }
  const inserted = reply.n ?? 0
  if (inserted + duplicates.size !== documents.length)
    throw new Error(`insert into ${collection}: ${inserted} of ${documents.length} documents were stored`)
  return duplicates
}

/**
 * Checks that documents inserted without waiting for durability are durable. A later durable write makes them
 * durable, unless the store lost them in between (full disk, change of the primary). Lost documents are missing.
 * @param isFollowed true when a durable write was made since
 * @throws when documents are missing
 */
export async function confirmInserted(
  db: Pick<Database, 'connection' | 'sealing'>,
  collection: string,
  documents: readonly { _id: string }[],
  isFollowed: boolean,
): Promise<void> {
  if (!isFollowed) {
    await insertNew(db, collection, documents)
    return
  }
  const ids = [...new Set(documents.map(({ _id }) => _id))]
  // driver: part of each write of events, a hot path
  const stored = await db.connection
    .collection<{ _id: string }>(collection)
    .countDocuments({ _id: { $in: ids } })
  if (stored !== ids.length)
    throw new Error(`insert into ${collection}: ${stored} of ${ids.length} documents are still stored`)
}

/**
 * Updates single documents in one statement of the driver and returns the number of matched documents.
 * @throws the first failure, with its `code`: `isDuplicateKey` detects a duplicate key
 */
export async function updateEach(
  db: Pick<Database, 'connection' | 'sealing'>,
  collection: string,
  plainUpdates: readonly StoreUpdate[],
): Promise<number> {
  if (plainUpdates.length === 0) return 0
  const { active } = await db.sealing.rules()
  const updates = active ? await sealedUpdates(db, collection, plainUpdates) : plainUpdates
  const reply = await run(db, { update: collection, updates, ordered: false, writeConcern: DURABLE })
  const failed = reply.writeErrors?.[0]
  if (failed)
    throw Object.assign(new Error(`update of ${collection}: ${failed.errmsg}`), { code: failed.code })
  return reply.n ?? 0
}

async function sealedUpdates(
  { sealing }: Pick<Database, 'sealing'>,
  collection: string,
  updates: readonly StoreUpdate[],
): Promise<{ q: StoreUpdate['q']; u: unknown }[]> {
  const sealed = await sealing.updates(
    collection,
    updates.map(({ q, u }) => ({ filter: q, update: u })),
  )
  return updates.map(({ q }, index) => ({ q, u: sealed[index] }))
}

async function run(db: Pick<Database, 'connection'>, command: Record<string, unknown>): Promise<WriteReply> {
  // driver: every group of events is written here, a hot path; models cannot run the plain command
  const store = db.connection.db
  if (!store) throw new Error('the store is not connected')
  const reply: WriteReply = await store.command(command, { ignoreUndefined: true })
  if (reply.writeConcernError) throw new Error(`a write is not durable: ${reply.writeConcernError.errmsg}`)
  return reply
}
