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
import { createTurns } from '@wardtrack/service-kit'
import type { ItemRefusal } from './read-items.ts'
import { BrokenItem } from './request-body.ts'
import type { SenderQuota } from './sender-quota.ts'
import { writeGroups } from './write-groups.ts'

/** A refused item with all its reasons. */
export type RefusedItem = {
  raw: unknown
  /** its index in the request or body */
  index: number
  provider: string
  reasons: readonly ItemRefusal[]
}

/** Longest kept text of an item; of a longer item only the beginning is kept, and it cannot be replayed. */
const MAX_ITEM_TEXT = 32_768
const MAX_REASONS = 20

/** A body in a provider's own format with refused items. */
export type LetterSource = {
  text: string
  /** true for lines of JSON */
  isLines: boolean
  /** distinguishes its untimed items from those of other bodies, also on replay */
  nonce: string
  /** `$now` of its expression, also on replay */
  receivedAt: Date
  /** id of the stored body on replay */
  id?: string
}

/** Keeps refused items. */
export type DeadLetterStore = {
  /**
   * @param endpoint name of the endpoint that refused them
   * @param sender id of the key that sent them
   * @param source their body, when it was in a provider's own format: it is stored once for all of them
   */
  keep(
    endpoint: string,
    refused: readonly RefusedItem[],
    receivedAt: Date,
    sender: string | undefined,
    source?: LetterSource,
  ): Promise<void>
}

/** Quotas for the letters and bodies of one key. */
export type DeadLetterQuotas = { letters: SenderQuota; sources: SenderQuota }

/** Creates the store of dead letters. */
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
    // A whole body may name anyone, so that it is always sealed.
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
      const docs: DeadLetterDoc[] = []
      const turn = createTurns()
      for (const refusedItem of refused) {
        const doc = toDeadLetterDoc(endpoint, refusedItem, receivedAt)
        if (sourceId !== undefined) {
          doc.source = sourceId
          doc._id = sourceLetterId(sourceId, refusedItem.index)
        }
        docs.push(sender === undefined ? doc : { ...doc, sender, bytes: String(doc.item).length })
        await turn()
      }
      if (source?.id !== undefined) {
        await replaceLetters(db, docs)
        return
      }
      // driver: a push may have 5,000 items that are all refused, a hot path
      for (const group of writeGroups(docs, GROUP, weightOfLetter))
        await db.driver.deadLetters.insertMany(group, { ordered: false })
      await quotas.letters.noteAdded(docs)
    },
  }
}

/** Characters that take as long to write as one reason. */
const REASON_CHARACTERS = 500
const weightOfLetter = ({ item, errors }: DeadLetterDoc): number =>
  String(item).length + errors.length * REASON_CHARACTERS

/** Letters, and characters of their items, that are written at a time, so that writing them delays nobody. */
const GROUP = { items: 500, weight: 512 * 1024 } as const

/** Returns the seal context of a kept body's text. */
export const sourceContext = (id: string) => ({ collection: 'deadLetterSources', id, field: 'text' })

/** Replaces the letters of items that were refused again, except letters that were corrected meanwhile. */
async function replaceLetters(db: Database, docs: readonly DeadLetterDoc[]): Promise<void> {
  const writes = docs.map((letter) => ({
    replaceOne: {
      filter: { _id: letter._id, mended: trusted({ $exists: false }) },
      replacement: letter,
      upsert: true,
    },
  }))
  // A duplicate key means that the letter exists and was corrected.
  await db.models.deadLetters.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates)
}

/** Returns the `_id` of the letter for one item of a body; indexes have a fixed width, so that ids sort. */
const sourceLetterId = (sourceId: string, index: number): string =>
  `${sourceId}-${String(index).padStart(5, '0')}`

/** Creates an id that sorts by time. */
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

/** Returns the stored form of an item, with the members that the patient rule needs. */
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

/** Returns true if a letter holds a whole body that could not be converted to items. */
export const isFailedBody = ({ codes }: Pick<DeadLetterDoc, 'codes'>): boolean =>
  codes.includes('format_failed')

/** Converts an item to JSON text: an invalid item may contain names with a special meaning in the store. */
function toStoredText(raw: unknown): string {
  try {
    const text = raw instanceof BrokenItem ? JSON.stringify(raw.text) : JSON.stringify(raw)
    return text.length <= MAX_ITEM_TEXT ? text : JSON.stringify({ cut: text.slice(0, 1_000) })
  } catch {
    return JSON.stringify({ cut: 'nested too deeply' })
  }
}

/** Parses a stored item. */
export const parseStoredItem = (doc: Pick<DeadLetterDoc, 'item'>): unknown =>
  typeof doc.item === 'string' ? (JSON.parse(doc.item) as unknown) : doc.item

/** Returns a member of an unchecked item, when it is a text of an id's length. */
export function textMember(raw: unknown, name: string): string | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, name)) return undefined
  const value = (raw as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined
}
