import type { IngestAnswer, ItemCode } from '@wardtrack/contracts'
import { Schema } from 'mongoose'
import type { StoreOf } from '../store-of.ts'

/** A refused item with its reasons; `item` is its JSON text, as it came. `assetType`/`assetId` are kept apart for the patient rule. */
export type DeadLetterDoc = {
  _id: string
  endpoint: string
  provider: string
  receivedAt: Date
  errors: { path: string; code: ItemCode; message: string }[]
  codes: ItemCode[]
  item: unknown
  assetType?: string
  assetId?: string
  tagKey?: string
  replayed?: Date
}

/**
 * The newest event of somebody not known yet. `subjectKey` is `tag:{tag key}` or `asset:{type}:{id}`; `_id` is
 * `kind|subjectKey|unresolvedKey`, the last telling apart events of one device that carry different members. `identity` is the
 * event's, `item` its JSON text.
 */
export type UnresolvedDoc = {
  _id: string
  kind: 'location' | 'device-status'
  subjectKey: string
  identity: string
  provider: string
  time: Date
  receivedAt: Date
  item: unknown
}

/** First answer given under an `Idempotency-Key`; `answer` is absent while the first request is being worked on. */
export type IdempotencyDoc = { _id: string; bodyHash: string; answer?: IngestAnswer; expiresAt: Date }

const mixed = Schema.Types.Mixed
const deadSchema = new Schema<DeadLetterDoc>(
  {
    _id: { type: String, required: true },
    endpoint: { type: String, required: true },
    provider: { type: String, default: '' },
    receivedAt: { type: Date, required: true },
    errors: { type: mixed, required: true } as never,
    codes: { type: [String], required: true } as never,
    item: { type: mixed },
    assetType: { type: String },
    assetId: { type: String },
    tagKey: { type: String },
    replayed: { type: Date },
  },
  { collection: 'deadLetters', versionKey: false, minimize: false, suppressReservedKeysWarning: true },
)
deadSchema.index({ endpoint: 1, receivedAt: -1 })
deadSchema.index({ endpoint: 1, provider: 1, receivedAt: -1 })
deadSchema.index({ endpoint: 1, codes: 1, receivedAt: -1 })
deadSchema.index({ receivedAt: 1 })

const unresolvedSchema = new Schema<UnresolvedDoc>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    subjectKey: { type: String, required: true },
    identity: { type: String, required: true },
    provider: { type: String, required: true },
    time: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    item: { type: mixed },
  },
  { collection: 'unresolved', versionKey: false, minimize: false },
)
unresolvedSchema.index({ kind: 1, subjectKey: 1 })

const idempotencySchema = new Schema<IdempotencyDoc>(
  {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    answer: { type: mixed },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotencyKeys', versionKey: false },
)
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

/** Where to find the dead letters. */
export const deadLetterStore: StoreOf<DeadLetterDoc> = { name: 'DeadLetter', schema: deadSchema as Schema }
/** Where to find events whose asset is not known yet. */
export const unresolvedStore: StoreOf<UnresolvedDoc> = {
  name: 'Unresolved',
  schema: unresolvedSchema as Schema,
}
/** Where to find the idempotency keys. */
export const idempotencyStore: StoreOf<IdempotencyDoc> = {
  name: 'Idempotency',
  schema: idempotencySchema as Schema,
}
