import type { IngestAnswer, ItemCode, ItemError } from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, trusted } from '@wardtrack/database'
import { parseStoredItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.ts'
import type { ItemResult } from './read-items.ts'

/** Which dead letters are meant. */
export type DeadLetterSelection = {
  ids?: readonly string[] | undefined
  provider?: string | undefined
  endpoint?: string | undefined
  code?: ItemCode | undefined
}

/** What came of a replay. */
export type ReplayResult = Omit<IngestAnswer, 'errors'> & {
  errors: (Omit<ItemError, 'index'> & { id: string })[]
  /** how many of the letters the person may not see into; what became of those is counted nowhere else */
  undisclosed?: number
}

/** What a replay needs. */
export type ReplayOptions = {
  endpoints: readonly IngestEndpoint[]
  /** makes the events of this replay different from any other's */
  nonce: string
  /** the letters that the person who replays may see into, as things stand before they are taken again */
  findVisible(letters: readonly DeadLetterDoc[]): Promise<ReadonlySet<DeadLetterDoc>>
}

const PAGE = 500
const MAX_ERRORS = 1_000

/** Takes refused items again as if they came now; each one taken again is marked, none is removed. */
export async function replayDeadLetters(
  db: Database,
  filter: Record<string, unknown>,
  { endpoints, nonce, findVisible }: ReplayOptions,
): Promise<ReplayResult> {
  const result: ReplayResult = { accepted: 0, duplicates: 0, unresolved: 0, refused: 0, errors: [] }
  // Pages go by id up to the newest letter of now: what this replay itself causes is not taken.
  const newest = await db.models.deadLetters.findOne(filter).sort({ _id: -1 })
  let lastId = ''
  for (;;) {
    const range = { _id: trusted({ $gt: lastId, $lte: newest?._id ?? '' }) }
    const page = await db.models.deadLetters
      .find({ $and: [filter, range] })
      .sort({ _id: 1 })
      .limit(PAGE)
    if (page.length === 0) return result
    lastId = page.at(-1)?._id ?? lastId
    const visible = await findVisible(page)
    const count = (letter: DeadLetterDoc, itemResult: ItemResult): void => {
      if (visible.has(letter)) countResult(result, itemResult, letter._id)
      else result.undisclosed = (result.undisclosed ?? 0) + 1
    }
    for (const endpoint of endpoints) {
      const docs = page.filter((doc) => doc.endpoint === endpoint.name)
      if (docs.length > 0) await replayAtEndpoint(db, endpoint, docs, { nonce, count })
    }
  }
}

async function replayAtEndpoint(
  db: Database,
  endpoint: IngestEndpoint,
  docs: readonly DeadLetterDoc[],
  { nonce, count }: { nonce: string; count: (letter: DeadLetterDoc, itemResult: ItemResult) => void },
): Promise<void> {
  const byProvider = new Map<string, DeadLetterDoc[]>()
  // A replay comes from no key, so it would take what a key was not allowed to say: that stays refused.
  const mismatched = docs.filter(({ codes }) => codes.includes('provider_mismatch'))
  for (const doc of mismatched) count(doc, doc.errors)
  await markReplayed(db, mismatched)
  for (const doc of docs)
    if (!mismatched.includes(doc))
      byProvider.set(doc.provider, [...(byProvider.get(doc.provider) ?? []), doc])
  for (const [provider, deadLetters] of byProvider) {
    const sender = {
      ...(provider ? { provider } : {}),
      isProviderKey: false,
      nonce: { text: `${nonce}:${deadLetters[0]?._id ?? ''}`, repeatable: false },
    }
    const results = await endpoint.processRaw(deadLetters.map(parseStoredItem), sender)
    deadLetters.forEach((letter, index) => {
      const itemResult = results[index]
      if (itemResult !== undefined) count(letter, itemResult)
    })
    await markReplayed(db, deadLetters)
  }
}

async function markReplayed(db: Database, docs: readonly DeadLetterDoc[]): Promise<void> {
  if (docs.length === 0) return
  const ids = docs.map((doc) => doc._id)
  await db.models.deadLetters.updateMany({ _id: trusted({ $in: ids }) }, { $set: { replayed: new Date() } })
}

function countResult(result: ReplayResult, itemResult: ItemResult, id: string): void {
  if (itemResult === 'accepted') result.accepted += 1
  else if (itemResult === 'duplicate') result.duplicates += 1
  else if (itemResult === 'unresolved') result.unresolved += 1
  else {
    result.refused += 1
    const first = itemResult[0]
    if (first && result.errors.length < MAX_ERRORS)
      result.errors.push({ id, path: first.path, code: first.code, message: first.message })
  }
}
