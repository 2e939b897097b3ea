import { NOTIFICATION_KINDS, NOTIFICATION_PRIORITIES } from '@wardtrack/contracts'
import { createSchema, type DocumentOf, embedded, ObjectId, optional, required } from '../members.ts'

const notifiedAssetSchema = embedded({
  /** of what stood in the asset */
  id: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  AssetId: required(String),
  /** the place where the asset was, joined with `>`; empty when it had none */
  place: required(String),
  at: required(Date),
})
/** An asset that a notification tells of. */
export type NotifiedAsset = DocumentOf<typeof notifiedAssetSchema>

export const notificationSchema = createSchema('notifications', {
  _id: required(String),
  kind: required(String, { enum: NOTIFICATION_KINDS }),
  /** id of the rule among those of its kind; `MISSING_REPORTS` for what people report */
  rule: required(String),
  Name: required(String),
  Priority: required(String, { enum: NOTIFICATION_PRIORITIES }),
  AssetType: required(String),
  /** whether only sessions with the patient-data flag may know of it; derived from the type, for the indexes */
  ofPatient: required(Boolean),
  /** who is told: see `recipientKeys` */
  audience: required([String]),
  field: required(String),
  /** absent where the field is encrypted */
  value: optional(String),
  /** the first one is shown; more were folded into it */
  entries: required([notifiedAssetSchema]),
  /** many at once: more of the rule may still be folded into it */
  storm: optional(Boolean),
  createdAt: required(Date),
})
notificationSchema.index({ createdAt: -1, _id: -1 })
notificationSchema.index({ audience: 1, ofPatient: 1, createdAt: -1, _id: -1 })
notificationSchema.index({ rule: 1, createdAt: -1, _id: -1 })
/** What a rule noticed. */
export type NotificationDoc = DocumentOf<typeof notificationSchema>

export const ruleFiringSchema = createSchema('ruleFirings', {
  /** id of the pending notification in the asset */
  _id: required(String),
  /** id of the notification that tells of it */
  notification: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  AssetId: required(String),
  /** whether only sessions with the patient-data flag may know of it; derived from the type, for the indexes */
  ofPatient: required(Boolean),
  /** who is told: see `recipientKeys` */
  audience: required([String]),
  /** name of the rule */
  Name: required(String),
  field: required(String),
  /** absent where the field is encrypted */
  value: optional(String),
  /** the place where the asset was at the event, joined with `>`; empty when it had none */
  place: required(String),
  /** option code of the battery level then, '' where nobody knew */
  Battery: required(String),
  /** when it happened */
  eventTime: required(Date),
  /** when it was raised */
  createdAt: required(Date),
})
ruleFiringSchema.index({ createdAt: -1, _id: -1 })
ruleFiringSchema.index({ audience: 1, ofPatient: 1, createdAt: -1, _id: -1 })
ruleFiringSchema.index({ asset: 1, createdAt: -1 })
/** A firing of a rule about one asset: a row of the Alert Report. */
export type RuleFiringDoc = DocumentOf<typeof ruleFiringSchema>

export const notificationReceiptSchema = createSchema('notificationReceipts', {
  /** of what stood in the asset */
  _id: required(String),
  /** the notification that tells of it; empty when it is told by none */
  notification: required(String),
  createdAt: required(Date),
})
notificationReceiptSchema.index({ createdAt: 1 })
/** What was decided about something that fired. Whoever finds it again does the same. */
export type NotificationReceiptDoc = DocumentOf<typeof notificationReceiptSchema>

export const notificationReadsSchema = createSchema('notificationReads', {
  /** the person's `_id`, hexadecimal */
  _id: required(String),
  /** everything up to then was read */
  before: required(Date),
  /** notifications since then that were read */
  ids: required([String]),
})
/** What a person has read. */
export type NotificationReadsDoc = DocumentOf<typeof notificationReadsSchema>

export const ruleMessageSchema = createSchema('ruleMessages', {
  /** id of the one notification that it tells of, or `{rule}|{end of its quiet hours}` */
  _id: required(String),
  /** id of the rule */
  rule: required(String),
  /** ids of the notifications that it tells of; more come in while it is open */
  notifications: required([String]),
  /** when it is closed and sent */
  dueAt: required(Date),
  /** `closed`: what it tells of is settled, and it is put into the outbox. `done`: it stands there */
  state: required(String, { enum: ['open', 'closed', 'done'] }),
  createdAt: required(Date),
})
ruleMessageSchema.index({ state: 1, dueAt: 1 })
/** What a rule sends out of the house at one moment, by mail and webhook. It stays for a while, so that nothing is told twice. */
export type RuleMessageDoc = DocumentOf<typeof ruleMessageSchema>

/** Everybody whose pages let them know of notifications. */
export const EVERYBODY = 'everybody'
/** Key of a person among those who are told. */
export const userRecipient = (username: string): string => `user:${username}`
/** Key of the holders of a privilege among those who are told. */
export const privilegeRecipient = (privilege: string): string => `privilege:${privilege}`
