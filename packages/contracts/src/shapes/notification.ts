import { z } from 'zod'
import { messages } from '../messages.ts'
import { assetRef, id, iso, revision, shortName, text } from './common.ts'

/** Stored priorities of notifications. */
export const NOTIFICATION_PRIORITIES = ['Low', 'Medium', 'High'] as const
/** One of {@link NOTIFICATION_PRIORITIES}. */
export type NotificationPriority = (typeof NOTIFICATION_PRIORITIES)[number]
const priority = z.enum(NOTIFICATION_PRIORITIES)

/** Maximum number of privileges, and of users, that one rule notifies. */
const MAX_RECIPIENTS = 100
/** Maximum number of minutes between two notifications of one asset by one rule: a week. */
export const MAX_MINUTES_BETWEEN = 10_080

/** Recipients: users with these privileges, and users by username; all permitted users if both are empty. */
export const notificationAudience = z.object({
  privileges: z.array(z.string().trim().min(1).max(100)).max(MAX_RECIPIENTS),
  users: z.array(z.string().trim().min(1).max(60)).max(MAX_RECIPIENTS),
})
/** {@link notificationAudience} */
export type NotificationAudience = z.output<typeof notificationAudience>

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, messages.quietHoursRule)

/**
 * Hours in which a rule sends nothing outside the console. They begin at `from` on each of the days and end at the
 * next `to`, in the hospital's time zone; a `to` before `from` is on the next day.
 */
export const quietHours = z
  .object({
    from: clockTime,
    to: clockTime,
    /** days on which they begin: 1 is Monday, 7 Sunday (ISO 8601) */
    days: z
      .array(z.number().int().min(1).max(7), { error: messages.quietHoursRule })
      .min(1, messages.quietHoursRule)
      .max(7),
    /** `one-message` sends the notifications of that time together at the end; `nothing` only shows them in the console */
    afterwards: z.enum(['one-message', 'nothing']),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: messages.quietHoursRule })
/** {@link quietHours} */
export type QuietHours = z.output<typeof quietHours>

/** Address of a rule's webhook, and the written reason for plain http if it concerns patients. */
export const ruleWebhook = z.object({
  address: z.string({ error: messages.addressNeeded }).trim().min(3, messages.addressNeeded).max(500),
  plainHttpReason: text.default(''),
})
/** {@link ruleWebhook} */
export type RuleWebhook = z.output<typeof ruleWebhook>

/** A rule that watches one field of an asset type. */
export const notificationRule = z.object({
  _id: id,
  Name: z.string(),
  NotificationAssetType: z.string(),
  /** metadata name */
  NotificationField: z.string(),
  /** an operator, a space, the value; several values are joined with `,` */
  RaiseValue: z.string(),
  Priority: priority,
  Enabled: z.boolean(),
  Audience: notificationAudience,
  /** minimum number of minutes between two notifications of an asset; 0 for no minimum */
  MinutesBetween: z.number(),
  /** true if the recipients get a mail */
  Mail: z.boolean(),
  Webhook: ruleWebhook.nullable(),
  QuietHours: quietHours.nullable(),
  createdAt: iso,
  revision,
})
/** {@link notificationRule} */
export type NotificationRule = z.output<typeof notificationRule>

/** Maximum number of conditions of one asset rule. */
export const MAX_RULE_CONDITIONS = 20

/** A stored rule over several values of one asset type; it is on if `status` is true. */
export const assetRule = z.object({
  ruleName: shortName,
  status: z.boolean(),
  /** field with underscores for dots → value, or any of several */
  ruleCondition: z.record(z.string().max(200), z.unknown()),
})
/** {@link assetRule} */
export type AssetRule = z.output<typeof assetRule>

/** Sources of notifications: rules of both kinds, and users who report a missing asset. */
export const NOTIFICATION_KINDS = ['rule', 'asset-rule', 'missing-report'] as const

/** A notification by a rule or a user. `read` is the caller's own mark. */
export const notification = z.object({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  Name: z.string(),
  Priority: priority,
  asset: assetRef,
  /** metadata name, or the stored path of a value outside the mapping */
  field: z.string(),
  value: z.string(),
  message: z.string(),
  /** time of the event, or of the first of several */
  createdAt: iso,
  read: z.boolean(),
  /** number of firings; several within a minute are gathered into one notification */
  count: z.number(),
  /** number of distinct assets */
  assets: z.number(),
  /** levels of the deepest common place of the assets, outermost first; empty without one */
  place: z.array(z.string()),
})
/** {@link notification} */
export type Notification = z.output<typeof notification>
