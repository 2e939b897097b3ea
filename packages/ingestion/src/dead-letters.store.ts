import { randomBytes } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import type { ItemCode } from '@wardtrack/contracts'
import {
  type Database,
  type DeadLetterDoc,
  type DeadLetterSourceDoc,
  ignoreDuplicates,
  tagKey,
  trusted,
} from '@wardtrack/database'
import type { ItemRefusal } from './read-items.ts'
import { BrokenItem } from './request-body.ts'
import type { SenderQuota } from './sender-quota.ts'

/** A refused item with all its reasons. */
export type RefusedItem = {
  raw: unknown
  /** its place among what came with it */
  index: number
  provider: string
  reasons: readonly ItemRefusal[]
}

/** Longest text of an item that is kept; a longer one is kept as its beginning and cannot be replayed. */
const MAX_ITEM_TEXT = 32_768
const MAX_REASONS = 20

/** A body in a provider's own format of which something was refused. */
export type LetterSource = {
  text: string
  /** lines of JSON */
  isLines: boolean
  /** tells its untimed items from those of other bodies, also when it is taken again */
  nonce: string
  /** `$now` of its expression, also when the body is taken again */
  receivedAt: Date
  /** where it is kept already: it is taken again */
  id?: string
}

/** Keeps refused items. */
export type DeadLetterStore = {
  /**
   * @param endpoint name of the endpoint that refused them
   * @param sender id of the key that sent them
   * @param source the body that they came in, when that was in a provider's own format: it is kept once for all of them
   */
  keep(
    endpoint: string,
    refused: readonly RefusedItem[],
    receivedAt: Date,
    sender: string | undefined,
    source?: LetterSource,
  ): Promise<void>
}

/** How much is kept for one key. */
export type DeadLetterQuotas = { letters: SenderQuota; sources: SenderQuota }

/** Makes the store. */
export function createDeadLetterStore(
  { db, keyRing }: Pick<ServiceParts, 'db' | 'keyRing'>,
  quotas: DeadLetterQuotas,
): DeadLetterStore {
  const keepSource = async (
    { text, isLines, nonce, id, receivedAt }: LetterSource,
    sender: string | undefined,
  ): Promise<string> => {
    if (id !== undefined) return id
    const _id = timeSortedId(receivedAt)
    // A whole body names whom it likes.
    const doc = { _id, receivedAt, text: keyRing.seal(text, sourceContext(_id)), isLines, nonce }
    const stored: DeadLetterSourceDoc = sender === undefined ? doc : { ...doc, sender, bytes: text.length }
    await db.models.deadLetterSources.create(stored)
    await quotas.sources.noteAdded([stored])
    return doc._id
  }
  return {
    keep: async (endpoint, refused, receivedAt, sender, source) => {
      if (refused.length === 0) return
      const sourceId = source && (await keepSource(source, sender))
      const docs = refused.map((refusedItem) => {
        const doc = toDeadLetterDoc(endpoint, refusedItem, receivedAt)
        if (sourceId !== undefined) {
          doc.source = sourceId
          doc._id = sourceLetterId(sourceId, refusedItem.index)
        }
        return sender === undefined ? doc : { ...doc, sender, bytes: String(doc.item).length }
      })
      if (source?.id !== undefined) {
        await replaceLetters(db, docs)
        return
      }
      // driver: a push may have 5,000 items that are all refused, a hot path
      await db.driver.deadLetters.insertMany(docs, { ordered: false })
      await quotas.letters.noteAdded(docs)
    },
  }
}

/** Where the text of a kept body stands. */
export const sourceContext = (id: string) => ({ collection: 'deadLetterSources', id, field: 'text' })

/** Stores items that were refused again under the ids of their letters, unless somebody has mended a letter meanwhile. */
async function replaceLetters(db: Database, docs: readonly DeadLetterDoc[]): Promise<void> {
  const writes = docs.map((letter) => ({
    replaceOne: {
      filter: { _id: letter._id, mended: trusted({ $exists: false }) },
      replacement: letter,
      upsert: true,
    },
  }))
  // A taken key: the letter is there, mended.
  await db.models.deadLetters.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates)
}

/** `_id` of the letter of one item of a body; digits of one width, so that they sort. */
const sourceLetterId = (sourceId: string, index: number): string =>
  `${sourceId}-${String(index).padStart(5, '0')}`

/** A new id that sorts by a time. */
export const timeSortedId = (time: Date): string =>
  `${time.getTime().toString(36).padStart(9, '0')}${randomBytes(12).toString('base64url')}`

function toDeadLetterDoc(endpoint: string, refused: RefusedItem, receivedAt: Date): DeadLetterDoc {
  const { raw, provider } = refused
  const reasons = refused.reasons.slice(0, MAX_REASONS)
  return {
    _id: timeSortedId(receivedAt),
    endpoint,
    provider,
    receivedAt,
    errors: reasons.map(({ path, code, message }) => ({ path: path.slice(0, 200), code, message })),
    codes: [...new Set<ItemCode>(reasons.map(({ code }) => code))],
    ...storedItem(raw, provider),
  }
}

type StoredItem = Pick<DeadLetterDoc, 'item' | 'assetType' | 'assetId' | 'tagKey'>

/** An item as it is kept, with what the patient rule looks at beside it. */
export function storedItem(raw: unknown, provider: string): StoredItem {
  const assetType = textMember(raw, 'AssetType') ?? (textMember(raw, 'deviceId') && 'Equipment')
  const assetId = textMember(raw, 'AssetId') ?? textMember(raw, 'deviceId')
  const tagId = textMember(raw, 'tagId')
  return {
    item: toStoredText(raw),
    ...(assetType ? { assetType } : {}),
    ...(assetId ? { assetId } : {}),
    ...(tagId ? { tagKey: tagKey(provider, tagId) } : {}),
  }
}

/** Whether a letter stands for a whole body that did not become items. */
export const isFailedBody = ({ codes }: Pick<DeadLetterDoc, 'codes'>): boolean =>
  codes.includes('format_failed')

/** Items are kept as JSON text: what broke the rules may hold names that a store gives a meaning to. */
function toStoredText(raw: unknown): string {
  try {
    const text = raw instanceof BrokenItem ? JSON.stringify(raw.text) : JSON.stringify(raw)
    return text.length <= MAX_ITEM_TEXT ? text : JSON.stringify({ cut: text.slice(0, 1_000) })
  } catch {
    return JSON.stringify({ cut: 'nested too deeply' })
  }
}

/** A kept item as it came. */
export const parseStoredItem = (doc: Pick<DeadLetterDoc, 'item'>): unknown =>
  typeof doc.item === 'string' ? (JSON.parse(doc.item) as unknown) : doc.item

/** A member of an item of which nothing is known, when it is a text of an id's length. */
export function textMember(raw: unknown, name: string): string | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, name)) return undefined
  const value = (raw as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined
}
