import { type IngestAnswer, ITEM_CODES, type ItemCode } from '@wardtrack/contracts'

import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

export const deadLetterSchema = createSchema('deadLetters', {
  _id: required(String),
  endpoint: required(String),
  provider: required(String),
  receivedAt: required(Date),
  errors: required(Mixed, typed<{ path: string; code: ItemCode; message: string }[]>()),
  codes: required([String], { enum: ITEM_CODES }),
  /** the item's JSON text as received */
  item: optional(Mixed, typed<unknown>()),
  /** copied from the item for the patient rule, as is `assetId` */
  assetType: optional(String),
  assetId: optional(String),
  tagKey: optional(String),
  replayed: optional(Date),
  /** time at which a user replaced the received item */
  mended: optional(Date),
  /** `_id` of the dead letter source: the body in the provider's own format */
  source: optional(String),
  /** id of its ingestion key, and the bytes that count for the key's quota */
  sender: optional(String),
  bytes: optional(Number),
})
deadLetterSchema.index({ sender: 1, receivedAt: 1 })
deadLetterSchema.index({ endpoint: 1, receivedAt: -1 })
deadLetterSchema.index({ endpoint: 1, provider: 1, receivedAt: -1 })
deadLetterSchema.index({ endpoint: 1, codes: 1, receivedAt: -1 })
deadLetterSchema.index({ receivedAt: 1 })
deadLetterSchema.index({ source: 1 }, { sparse: true })
/** A refused item with its reasons. */
export type DeadLetterDoc = DocumentOf<typeof deadLetterSchema>

export const deadLetterSourceSchema = createSchema('deadLetterSources', {
  _id: required(String),
  receivedAt: required(Date),
  /** the body as received */
  text: required(String),
  isLines: required(Boolean),
  /** distinguishes its untimed items from those of other bodies */
  nonce: required(String),
  /** id of its ingestion key, and the bytes that count for the key's quota */
  sender: optional(String),
  bytes: optional(Number),
})
deadLetterSourceSchema.index({ sender: 1, receivedAt: 1 })
deadLetterSourceSchema.index({ receivedAt: 1 })
/** A body in a provider's own format with refused items; its dead letters refer to it. */
export type DeadLetterSourceDoc = DocumentOf<typeof deadLetterSourceSchema>

export const unresolvedSchema = createSchema('unresolved', {
  _id: required(String),
  kind: required(String, { enum: ['location', 'device-status'] }),
  subjectKey: required(String),
  /** the event's identity */
  identity: required(String),
  provider: required(String),
  time: required(Date),
  receivedAt: required(Date),
  /** the event's JSON text */
  item: optional(Mixed, typed<unknown>()),
  /** id of its ingestion key, and the bytes that count for the key's quota */
  sender: optional(String),
  bytes: optional(Number),
})
unresolvedSchema.index({ sender: 1, receivedAt: 1 })
unresolvedSchema.index({ kind: 1, subjectKey: 1 })
// Index for tags without an asset, by time.
unresolvedSchema.index({ kind: 1, time: -1 })
/**
 * The newest event of an unknown asset. `subjectKey` is `tag:{tag key}` or `asset:{type}:{id}`. `_id` is
 * `kind|subjectKey|unresolvedKey`; the last part distinguishes events of one device with different members.
 */
export type UnresolvedDoc = DocumentOf<typeof unresolvedSchema>

export const idempotencySchema = createSchema('idempotencyKeys', {
  _id: required(String),
  bodyHash: required(String),
  /** absent while the first request is in progress */
  answer: optional(Mixed, typed<IngestAnswer>()),
  expiresAt: required(Date),
})
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** The first answer for an `Idempotency-Key`. */
export type IdempotencyDoc = DocumentOf<typeof idempotencySchema>
