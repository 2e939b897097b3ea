import type { IngestAnswer, ItemCode, ItemError } from '@wardtrack/contracts'
import type { Database, DeadLetterDoc } from '@wardtrack/database'
import { storableItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.ts'
import type { ItemResult } from './read-items.ts'

/** Which dead letters are meant. */
export type Selection = {
  ids?: readonly string[] | undefined
  provider?: string | undefined
  endpoint?: string | undefined
  code?: ItemCode | undefined
}

/** What came of a replay. */
export type Replayed = Omit<IngestAnswer, 'errors'> & {
  errors: (Omit<ItemError, 'index'> & { id: string })[]
}

const PAGE = 500
const MAX_ERRORS = 1_000

/** Takes refused items again as if they came now; each one taken again is marked, none is removed. */
export async function replay(
  db: Database,
  filter: Record<string, unknown>,
  endpoints: readonly IngestEndpoint[],
  nonce: string,
): Promise<Replayed> {
  const result: Replayed = { accepted: 0, duplicates: 0, unresolved: 0, refused: 0, errors: [] }
  // Pages go by id up to the newest letter of now: what this replay itself causes is not taken.
  const newest = await db.driver.deadLetters.find(filter).sort({ _id: -1 }).limit(1).next()
  let after = ''
  for (;;) {
    const range = { _id: { $gt: after, $lte: newest?._id ?? '' } }
    const page = await db.driver.deadLetters
      .find({ $and: [filter, range] })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray()
    if (page.length === 0) return result
    after = page.at(-1)?._id ?? after
    for (const endpoint of endpoints) {
      const docs = page.filter((doc) => doc.endpoint === endpoint.name)
      if (docs.length > 0) await replayThrough(db, endpoint, docs, nonce, result)
    }
  }
}

async function replayThrough(
  db: Database,
  endpoint: IngestEndpoint,
  docs: readonly DeadLetterDoc[],
  nonce: string,
  result: Replayed,
): Promise<void> {
  const byProvider = new Map<string, DeadLetterDoc[]>()
  // A replay comes from no key, so it would take what a key was not allowed to say: that stays refused.
  const foreign = docs.filter(({ codes }) => codes.includes('provider_mismatch'))
  for (const doc of foreign) count(result, doc.errors, doc._id)
  await mark(db, foreign)
  for (const doc of docs)
    if (!foreign.includes(doc)) byProvider.set(doc.provider, [...(byProvider.get(doc.provider) ?? []), doc])
  for (const [provider, letters] of byProvider) {
    const sender = {
      ...(provider ? { provider } : {}),
      isProviderKey: false,
      nonce: { text: `${nonce}:${letters[0]?._id ?? ''}`, repeatable: false },
    }
    const results = await endpoint.processRaw(letters.map(storableItem), sender)
    results.forEach((each, index) => count(result, each, letters[index]?._id ?? ''))
    await mark(db, letters)
  }
}

async function mark(db: Database, docs: readonly DeadLetterDoc[]): Promise<void> {
  if (docs.length === 0) return
  const ids = docs.map((doc) => doc._id)
  await db.driver.deadLetters.updateMany({ _id: { $in: ids } }, { $set: { replayed: new Date() } })
}

function count(result: Replayed, outcome: ItemResult, id: string): void {
  if (outcome === 'accepted') result.accepted += 1
  else if (outcome === 'duplicate') result.duplicates += 1
  else if (outcome === 'unresolved') result.unresolved += 1
  else {
    result.refused += 1
    const first = outcome[0]
    if (first && result.errors.length < MAX_ERRORS)
      result.errors.push({ id, path: first.path, code: first.code, message: first.message })
  }
}
