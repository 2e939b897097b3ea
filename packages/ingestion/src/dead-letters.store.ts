import { randomBytes } from 'node:crypto'
import type { ItemCode } from '@wardtrack/contracts'
import { type Database, type DeadLetterDoc, tagKey } from '@wardtrack/database'
import type { ItemRefusal } from './read-items.ts'
import { BrokenItem } from './request-body.ts'
import type { SenderQuota } from './sender-quota.ts'

/** A refused item with all its reasons. */
export type RefusedItem = { raw: unknown; provider: string; reasons: readonly ItemRefusal[] }

/** Longest text of an item that is kept; a longer one is kept as its beginning and cannot be replayed. */
const MAX_ITEM_TEXT = 32_768
const MAX_REASONS = 20

/** Keeps refused items. */
export type DeadLetterStore = {
  /** @param endpoint name of the endpoint that refused them. @param sender id of the key that sent them */
  keep(
    endpoint: string,
    refused: readonly RefusedItem[],
    receivedAt: Date,
    sender: string | undefined,
  ): Promise<void>
}

/** @param quota how many are kept for one key */
export const createDeadLetterStore = (db: Database, quota: SenderQuota): DeadLetterStore => ({
  keep: async (endpoint, refused, receivedAt, sender) => {
    if (refused.length === 0) return
    const docs = refused.map((refusedItem) => {
      const doc = toDeadLetterDoc(endpoint, refusedItem, receivedAt)
      return sender === undefined ? doc : { ...doc, sender, bytes: String(doc.item).length }
    })
    // driver: a push may have 5,000 items that are all refused, a hot path
    await db.driver.deadLetters.insertMany(docs, { ordered: false })
    await quota.noteAdded(docs)
  },
})

function toDeadLetterDoc(endpoint: string, refused: RefusedItem, receivedAt: Date): DeadLetterDoc {
  const { raw, provider } = refused
  const reasons = refused.reasons.slice(0, MAX_REASONS)
  const time = receivedAt.getTime().toString(36).padStart(9, '0')
  const assetType = textMember(raw, 'AssetType') ?? (textMember(raw, 'deviceId') && 'Equipment')
  const assetId = textMember(raw, 'AssetId') ?? textMember(raw, 'deviceId')
  const tagId = textMember(raw, 'tagId')
  return {
    _id: `${time}${randomBytes(12).toString('base64url')}`,
    endpoint,
    provider,
    receivedAt,
    errors: reasons.map(({ path, code, message }) => ({ path: path.slice(0, 200), code, message })),
    codes: [...new Set<ItemCode>(reasons.map(({ code }) => code))],
    item: toStoredText(raw),
    ...(assetType ? { assetType } : {}),
    ...(assetId ? { assetId } : {}),
    ...(tagId ? { tagKey: tagKey(provider, tagId) } : {}),
  }
}

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
