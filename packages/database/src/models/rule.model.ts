import {
  NOTIFICATION_KINDS,
  NOTIFICATION_PRIORITIES,
  type NotificationAudience,
  type QuietHours,
  RULE_OPERATORS,
  type RuleWebhook,
} from '@wardtrack/contracts'
import { createSchema, type DocumentOf, embedded, Mixed, optional, required, typed } from '../members.ts'

const pendingNotificationSchema = embedded({
  /** id of the notification made from it */
  id: required(String),
  kind: required(String, { enum: NOTIFICATION_KINDS }),
  /** id of the rule among those of its kind; {@link MISSING_REPORTS} for missing reports */
  rule: required(String),
  /** name of the rule when it fired */
  name: required(String),
  priority: required(String, { enum: NOTIFICATION_PRIORITIES }),
  /** metadata name, or the stored path of a value outside the mapping */
  field: required(String),
  /** the value that made the rule fire; absent when the field is encrypted */
  value: optional(String),
  /** time of that value */
  eventTime: required(Date),
})
/** A fired rule or a missing report, stored in the asset until it becomes a notification. */
export type PendingNotification = DocumentOf<typeof pendingNotificationSchema>

/** Rule id of missing reports: their notifications are merged like those of one rule. */
export const MISSING_REPORTS = 'missing-reports'

export const assetRuleStateSchema = embedded({
  /**
   * counts writes that make a rule's condition true or false; a write that rules check succeeds only at the count
   * that it read
   */
  rev: optional(Number),
  /** firings of the last writes that are not yet notifications */
  raised: optional([pendingNotificationSchema]),
})
/** Rule state of an asset. */
export type StoredRuleState = DocumentOf<typeof assetRuleStateSchema>

export const notificationRuleSchema = createSchema('notificationRules', {
  Name: required(String),
  NotificationAssetType: required(String),
  /** metadata name */
  NotificationField: required(String),
  operator: required(String, { enum: RULE_OPERATORS }),
  values: required([String]),
  Priority: required(String, { enum: NOTIFICATION_PRIORITIES }),
  Enabled: required(Boolean),
  Audience: required(Mixed, typed<NotificationAudience>()),
  /** minutes between notifications about the same asset; 0: no limit */
  MinutesBetween: required(Number),
  /** true when the recipients get a mail; absent in rules from before mail existed */
  Mail: optional(Boolean),
  /** receiver of the webhook; absent without one */
  Webhook: optional(Mixed, typed<RuleWebhook>()),
  /** times without mails and webhooks; absent without any */
  QuietHours: optional(Mixed, typed<QuietHours>()),
  createdAt: required(Date),
  updatedAt: required(Date),
  revision: optional(String),
})
notificationRuleSchema.index({ createdAt: -1, _id: -1 })
/** A rule that watches one field of an asset type. */
export type NotificationRuleDoc = DocumentOf<typeof notificationRuleSchema>

/** Comparison value of a condition in an asset rule. */
export type RuleScalar = string | number | boolean

export const assetRuleSchema = createSchema('assetRules', {
  /** see `assetRuleId` */
  _id: required(String),
  AssetType: required(String),
  ruleName: required(String),
  status: required(Boolean),
  /** as sent: field, with underscores for dots → value, or list of alternative values */
  ruleCondition: required(Mixed, typed<Record<string, RuleScalar | RuleScalar[]>>()),
  createdAt: required(Date),
  updatedAt: required(Date),
})
assetRuleSchema.index({ AssetType: 1, ruleName: 1 })
/** A rule over several values of an asset type. */
export type AssetRuleDoc = DocumentOf<typeof assetRuleSchema>

/** Returns the unique id of an asset rule: its name without case, within its asset type. */
export const assetRuleId = (assetType: string, ruleName: string): string =>
  `${assetType}:${ruleName.toLowerCase()}`
