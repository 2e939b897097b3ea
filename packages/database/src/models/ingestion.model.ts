import { type IngestAnswer, ITEM_CODES, type ItemCode } from '@wardtrack/contracts'

import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

export const deadLetterSchema = createSchema('deadLetters', {
  _id: required(String),
  endpoint: required(String),
  provider: required(String),
  receivedAt: required(Date),
  errors: required(Mixed, typed<{ path: string; code: ItemCode; message: string }[]>()),
  codes: required([String], { enum: ITEM_CODES }),
  /** the item's JSON text, as it came */
  item: optional(Mixed, typed<unknown>()),
  /** kept beside the item for the patient rule, and so is `assetId` */
  assetType: optional(String),
  assetId: optional(String),
  tagKey: optional(String),
  replayed: optional(Date),
  /** when somebody put another item in the place of the one that came */
  mended: optional(Date),
  /** the body in the provider's own format that it came in: `_id` of a dead letter source */
  source: optional(String),
  /** id of the ingestion key that it came by, and the bytes that count for its quota */
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
  /** the body as it came */
  text: required(String),
  isLines: required(Boolean),
  /** tells its untimed items from those of other bodies */
  nonce: required(String),
  /** id of the ingestion key that it came by, and the bytes that count for its quota */
  sender: optional(String),
  bytes: optional(Number),
})
deadLetterSourceSchema.index({ sender: 1, receivedAt: 1 })
deadLetterSourceSchema.index({ receivedAt: 1 })
/** A body in a provider's own format of which something was refused; its dead letters name it. */
export type DeadLetterSourceDoc = DocumentOf<typeof deadLetterSourceSchema>

export const unresolvedSchema = createSchema('unresolved', {
  _id: required(String),
  kind: required(String, { enum: ['location', 'device-status'] }),
  subjectKey: required(String),
  /** the event's */
  identity: required(String),
  provider: required(String),
  time: required(Date),
  receivedAt: required(Date),
  /** the event's JSON text */
  item: optional(Mixed, typed<unknown>()),
  /** id of the ingestion key that it came by, and the bytes that count for its quota */
  sender: optional(String),
  bytes: optional(Number),
})
unresolvedSchema.index({ sender: 1, receivedAt: 1 })
unresolvedSchema.index({ kind: 1, subjectKey: 1 })
// Tags that no asset carries, by when they were seen.
unresolvedSchema.index({ kind: 1, time: -1 })
/**
 * The newest event of an asset that is not known yet. `subjectKey` is `tag:{tag key}` or `asset:{type}:{id}`; `_id` is
 * `kind|subjectKey|unresolvedKey`, the last telling apart events of one device that carry different members.
 */
export type UnresolvedDoc = DocumentOf<typeof unresolvedSchema>

export const idempotencySchema = createSchema('idempotencyKeys', {
  _id: required(String),
  bodyHash: required(String),
  /** absent while the first request is being worked on */
  answer: optional(Mixed, typed<IngestAnswer>()),
  expiresAt: required(Date),
})
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** The first answer given under an `Idempotency-Key`. */
export type IdempotencyDoc = DocumentOf<typeof idempotencySchema>
