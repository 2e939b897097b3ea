import { NOTIFICATION_KINDS, NOTIFICATION_PRIORITIES } from '@wardtrack/contracts'
import { createSchema, type DocumentOf, embedded, ObjectId, optional, required } from '../members.ts'

const notifiedAssetSchema = embedded({
  /** id of the pending notification in the asset */
  id: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  AssetId: required(String),
  /** the asset's place, joined with `>`; empty when unknown */
  place: required(String),
  at: required(Date),
})
/** An asset in a notification. */
export type NotifiedAsset = DocumentOf<typeof notifiedAssetSchema>

export const notificationSchema = createSchema('notifications', {
  _id: required(String),
  kind: required(String, { enum: NOTIFICATION_KINDS }),
  /** id of the rule among those of its kind; `MISSING_REPORTS` for missing reports */
  rule: required(String),
  Name: required(String),
  Priority: required(String, { enum: NOTIFICATION_PRIORITIES }),
  AssetType: required(String),
  /** true when only sessions with the patient-data flag may see it; derived from the type, for the indexes */
  ofPatient: required(Boolean),
  /** recipients: see `recipientKeys` */
  audience: required([String]),
  field: required(String),
  /** absent when the field is encrypted */
  value: optional(String),
  /** the first entry is shown; the others were merged into the notification */
  entries: required([notifiedAssetSchema]),
  /** true for a burst: more notifications of the rule may still be merged into this one */
  storm: optional(Boolean),
  /** time of the first event; notifications are listed by it */
  eventTime: required(Date),
  /** time at which it was raised, for read marks and retention */
  createdAt: required(Date),
})
notificationSchema.index({ createdAt: -1, _id: -1 })
notificationSchema.index({ audience: 1, ofPatient: 1, eventTime: -1, _id: -1 })
notificationSchema.index({ audience: 1, ofPatient: 1, createdAt: -1, _id: -1 })
notificationSchema.index({ rule: 1, createdAt: -1, _id: -1 })
/** A notification of a rule. */
export type NotificationDoc = DocumentOf<typeof notificationSchema>

export const ruleFiringSchema = createSchema('ruleFirings', {
  /** id of the pending notification in the asset */
  _id: required(String),
  /** id of the notification that contains the firing */
  notification: required(String),
  asset: required(ObjectId),
  AssetType: required(String),
  AssetId: required(String),
  /** true when only sessions with the patient-data flag may see it; derived from the type, for the indexes */
  ofPatient: required(Boolean),
  /** recipients: see `recipientKeys` */
  audience: required([String]),
  /** name of the rule */
  Name: required(String),
  field: required(String),
  /** absent when the field is encrypted */
  value: optional(String),
  /** the asset's place at the event, joined with `>`; empty when unknown */
  place: required(String),
  /** option code of the battery level at the event, '' when unknown */
  Battery: required(String),
  /** time of the event */
  eventTime: required(Date),
  /** time at which it was raised */
  createdAt: required(Date),
})
ruleFiringSchema.index({ createdAt: -1, _id: -1 })
ruleFiringSchema.index({ audience: 1, ofPatient: 1, eventTime: -1, _id: -1 })
ruleFiringSchema.index({ asset: 1, eventTime: -1, _id: -1 })
/** A firing of a rule about one asset: a row of the Alert Report. */
export type RuleFiringDoc = DocumentOf<typeof ruleFiringSchema>

export const notificationReceiptSchema = createSchema('notificationReceipts', {
  /** id of the pending notification in the asset */
  _id: required(String),
  /** the notification that contains the firing; empty when none does */
  notification: required(String),
  createdAt: required(Date),
})
notificationReceiptSchema.index({ createdAt: 1 })
/** The decision about a firing. A process that finds the firing again repeats the decision. */
export type NotificationReceiptDoc = DocumentOf<typeof notificationReceiptSchema>

export const notificationReadsSchema = createSchema('notificationReads', {
  /** the person's `_id`, hexadecimal */
  _id: required(String),
  /** everything up to this time is read */
  before: required(Date),
  /** read notifications since that time */
  ids: required([String]),
})
/** Notifications that a person has read. */
export type NotificationReadsDoc = DocumentOf<typeof notificationReadsSchema>

export const ruleMessageSchema = createSchema('ruleMessages', {
  /** id of its single notification, or `{rule}|{end of its quiet hours}` */
  _id: required(String),
  /** id of the rule */
  rule: required(String),
  /** ids of its notifications; more are added while it is open */
  notifications: required([String]),
  /** time at which it is closed and sent */
  dueAt: required(Date),
  /** `closed`: its notifications are final, and it is being put into the outbox. `done`: it is in the outbox */
  state: required(String, { enum: ['open', 'closed', 'done'] }),
  createdAt: required(Date),
})
ruleMessageSchema.index({ state: 1, dueAt: 1 })
/** A message that a rule sends by mail and webhook. It stays for a while, so that nothing is sent twice. */
export type RuleMessageDoc = DocumentOf<typeof ruleMessageSchema>

/** Recipient key of all people whose pages show notifications. */
export const EVERYBODY = 'everybody'
/** Returns the recipient key of a person. */
export const userRecipient = (username: string): string => `user:${username}`
/** Returns the recipient key of the holders of a privilege. */
export const privilegeRecipient = (privilege: string): string => `privilege:${privilege}`
