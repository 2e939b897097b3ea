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
  /** of the notification that is made of it */
  id: required(String),
  kind: required(String, { enum: NOTIFICATION_KINDS }),
  /** id of the rule among those of its kind; {@link MISSING_REPORTS} for what people report */
  rule: required(String),
  /** as the rule was called when it fired */
  name: required(String),
  priority: required(String, { enum: NOTIFICATION_PRIORITIES }),
  /** metadata name, or the stored path of a value that is none of the mapping */
  field: required(String),
  /** the value that made it fire; absent where the field is encrypted */
  value: optional(String),
  /** when that value was seen */
  eventTime: required(Date),
})
/** A rule that fired, or a missing report, as it stands in the asset until it is a notification. */
export type PendingNotification = DocumentOf<typeof pendingNotificationSchema>

/** What missing reports have in the place of a rule's id: they are told together, as what one rule fires is. */
export const MISSING_REPORTS = 'missing-reports'

export const assetRuleStateSchema = embedded({
  /** counts the writes that made a condition of a rule hold or cease to: writes that rules look at are made on condition of it */
  rev: optional(Number),
  /** what fired with the last writes and is no notification yet */
  raised: optional([pendingNotificationSchema]),
})
/** An asset and the rules. */
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
  /** minutes in which an asset is told of once at most; 0: every time */
  MinutesBetween: required(Number),
  /** whether those who are told get a mail; absent in rules that are older than mail */
  Mail: optional(Boolean),
  /** where it is sent to; absent for nowhere */
  Webhook: optional(Mixed, typed<RuleWebhook>()),
  /** when it sends nothing out of the house; absent for never */
  QuietHours: optional(Mixed, typed<QuietHours>()),
  createdAt: required(Date),
  updatedAt: required(Date),
  revision: optional(String),
})
notificationRuleSchema.index({ createdAt: -1, _id: -1 })
/** A rule that watches one field of an asset type. */
export type NotificationRuleDoc = DocumentOf<typeof notificationRuleSchema>

/** What a condition of an asset rule compares with. */
export type RuleScalar = string | number | boolean

export const assetRuleSchema = createSchema('assetRules', {
  /** see `assetRuleId` */
  _id: required(String),
  AssetType: required(String),
  ruleName: required(String),
  status: required(Boolean),
  /** as it was sent: field, its dots replaced by underscores → value, or any of several */
  ruleCondition: required(Mixed, typed<Record<string, RuleScalar | RuleScalar[]>>()),
  createdAt: required(Date),
  updatedAt: required(Date),
})
assetRuleSchema.index({ AssetType: 1, ruleName: 1 })
/** A rule over several values of an asset type. */
export type AssetRuleDoc = DocumentOf<typeof assetRuleSchema>

/** Under which an asset rule is unique: its name is compared without case, within its asset type. */
export const assetRuleId = (assetType: string, ruleName: string): string =>
  `${assetType}:${ruleName.toLowerCase()}`
