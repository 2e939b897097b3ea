import type { IngestAnswer, ItemCode, ItemError } from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, trusted } from '@wardtrack/database'
import {
  isSourceLetter,
  type ReplayedSource,
  replaySources,
  type SourceParts,
} from './dead-letter-sources.ts'
import { parseStoredItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import type { ItemResult } from './read-items.ts'

/** Selection of dead letters. */
export type DeadLetterSelection = {
  ids?: readonly string[] | undefined
  provider?: string | undefined
  endpoint?: string | undefined
  code?: ItemCode | undefined
}

/** Result of a replay. */
export type ReplayResult = Omit<IngestAnswer, 'errors'> & {
  errors: (Omit<ItemError, 'index'> & { id: string })[]
  /** number of letters that the person may not see; the counts above leave them out */
  undisclosed?: number
}

/** Dependencies of a replay. */
export type ReplayOptions = {
  endpoints: readonly IngestEndpoint[]
  /** returns the letters whose content the person may see, checked before the replay */
  findVisible(letters: readonly DeadLetterDoc[]): Promise<ReadonlySet<DeadLetterDoc>>
}

type CountOne = (letter: DeadLetterDoc, itemResult: ItemResult) => void

/** Number of letters in one step of a replay. */
export const REPLAY_PAGE = 500
const MAX_ERRORS = 1_000

/** Replays refused items as if they were just received; each replayed letter is marked, none is removed. */
export async function replayDeadLetters(
  parts: SourceParts,
  filter: Record<string, unknown>,
  options: ReplayOptions,
): Promise<ReplayResult> {
  const { db } = parts
  const result = emptyResult()
  const newest = await newestLetterId(db, filter)
  const bodies = new Map<string, ReplayedSource>()
  let lastId = ''
  for (;;) {
    const page = await nextLetters(db, filter, { after: lastId, upTo: newest })
    if (page.length === 0) return result
    lastId = page.at(-1)?._id ?? lastId
    await replayPage(parts, page, { ...options, bodies }, result)
  }
}

export const emptyResult = (): ReplayResult => ({
  accepted: 0,
  duplicates: 0,
  unresolved: 0,
  refused: 0,
  errors: [],
})

/**
 * Returns the id of the newest letter. Pages are read up to this id, so that letters from the replay itself are
 * excluded.
 */
export async function newestLetterId(db: Database, filter: Record<string, unknown>): Promise<string> {
  return (await db.models.deadLetters.findOne(filter).sort({ _id: -1 }))?._id ?? ''
}

/** Returns the next letters of a replay, by id. */
export const nextLetters = (
  db: Database,
  filter: Record<string, unknown>,
  { after, upTo }: { after: string; upTo: string },
): Promise<DeadLetterDoc[]> =>
  db.models.deadLetters
    .find({ $and: [filter, { _id: trusted({ $gt: after, $lte: upTo }) }] })
    .sort({ _id: 1 })
    .limit(REPLAY_PAGE)

/**
 * Replays the letters of one page and adds the outcomes to the result. Safe to repeat: an item without a time is
 * recognised by its letter.
 * @param options.bodies bodies that were replayed already
 */
export async function replayPage(
  parts: SourceParts,
  page: readonly DeadLetterDoc[],
  options: ReplayOptions & { bodies: Map<string, ReplayedSource> },
  result: ReplayResult,
): Promise<void> {
  const { db } = parts
  const visible = await options.findVisible(page)
  const count: CountOne = (letter, itemResult) => {
    if (visible.has(letter)) countResult(result, itemResult, letter._id)
    else result.undisclosed = (result.undisclosed ?? 0) + 1
  }
  for (const endpoint of options.endpoints) {
    const letters = page.filter((letter) => letter.endpoint === endpoint.name)
    // A replay has no key, so that it would accept an item that the key was not allowed to send. Such items stay
    // refused.
    const mismatched = letters.filter(({ codes }) => codes.includes('provider_mismatch'))
    for (const letter of mismatched) count(letter, letter.errors)
    await markReplayed(db, mismatched)
    const allowed = letters.filter((letter) => !mismatched.includes(letter))
    await replaySources(parts, endpoint, allowed.filter(isSourceLetter), { bodies: options.bodies, count })
    await replayItems(
      db,
      endpoint,
      allowed.filter((letter) => !isSourceLetter(letter)),
      count,
    )
  }
}

async function replayItems(
  db: Database,
  endpoint: IngestEndpoint,
  letters: readonly DeadLetterDoc[],
  count: CountOne,
): Promise<void> {
  const byProvider = new Map<string, DeadLetterDoc[]>()
  for (const letter of letters)
    byProvider.set(letter.provider, [...(byProvider.get(letter.provider) ?? []), letter])
  for (const [provider, ofProvider] of byProvider) {
    const itemTexts = ofProvider.map(({ _id }) => `dead letter ${_id}`)
    const sender = {
      ...(provider ? { provider } : {}),
      isProviderKey: false,
      nonce: { text: '', repeatable: true, itemTexts },
    }
    const results = await endpoint.processRaw(ofProvider.map(parseStoredItem), sender)
    ofProvider.forEach((letter, index) => {
      const itemResult = results[index]
      if (itemResult !== undefined) count(letter, itemResult)
    })
    await markReplayed(db, ofProvider)
  }
}

async function markReplayed(db: Database, letters: readonly DeadLetterDoc[]): Promise<void> {
  if (letters.length === 0) return
  const ids = letters.map(({ _id }) => _id)
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
