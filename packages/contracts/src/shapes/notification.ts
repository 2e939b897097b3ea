import { z } from 'zod'
import { messages } from '../messages.ts'
import { assetRef, id, iso, revision, shortName, text } from './common.ts'

/** How urgent what a rule notices is, as it is stored. */
export const NOTIFICATION_PRIORITIES = ['Low', 'Medium', 'High'] as const
/** One of {@link NOTIFICATION_PRIORITIES}. */
export type NotificationPriority = (typeof NOTIFICATION_PRIORITIES)[number]
const priority = z.enum(NOTIFICATION_PRIORITIES)

/** Most privileges, and most people, that one rule tells. */
const MAX_RECIPIENTS = 100
/** Most minutes between two notifications of one asset by one rule: a week. */
export const MAX_MINUTES_BETWEEN = 10_080

/** Who is told: holders of these privileges, and these people by their usernames; everybody who may when both are empty. */
export const notificationAudience = z.object({
  privileges: z.array(z.string().trim().min(1).max(100)).max(MAX_RECIPIENTS),
  users: z.array(z.string().trim().min(1).max(60)).max(MAX_RECIPIENTS),
})
/** {@link notificationAudience} */
export type NotificationAudience = z.output<typeof notificationAudience>

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, messages.quietHoursRule)

/**
 * Hours in which a rule sends nothing out of the house. They begin at `from` on each of the days and end at the next
 * `to`, by the clock of the hospital: before `from` it is the next day's.
 */
export const quietHours = z
  .object({
    from: clockTime,
    to: clockTime,
    /** on which they begin: 1 is Monday, 7 Sunday (ISO 8601) */
    days: z
      .array(z.number().int().min(1).max(7), { error: messages.quietHoursRule })
      .min(1, messages.quietHoursRule)
      .max(7),
    /** what fires meanwhile is told in one message at the end, or in the console alone */
    afterwards: z.enum(['one-message', 'nothing']),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: messages.quietHoursRule })
/** {@link quietHours} */
export type QuietHours = z.output<typeof quietHours>

/** Where a rule is sent to, and the written reason for plain http when it tells of patients. */
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
  /** minutes in which an asset is told of once at most; 0: every time */
  MinutesBetween: z.number(),
  /** whether those who are told get a mail */
  Mail: z.boolean(),
  Webhook: ruleWebhook.nullable(),
  QuietHours: quietHours.nullable(),
  createdAt: iso,
  revision,
})
/** {@link notificationRule} */
export type NotificationRule = z.output<typeof notificationRule>

/** Most conditions of one asset rule. */
export const MAX_RULE_CONDITIONS = 20

/** A rule over several values of one asset type, as it is stored; it is switched on where `status` is true. */
export const assetRule = z.object({
  ruleName: shortName,
  status: z.boolean(),
  /** field, its dots replaced by underscores → value, or any of several */
  ruleCondition: z.record(z.string().max(200), z.unknown()),
})
/** {@link assetRule} */
export type AssetRule = z.output<typeof assetRule>

/** What notifications come from: rules of both kinds, and people who report that an asset is not where it was last seen. */
export const NOTIFICATION_KINDS = ['rule', 'asset-rule', 'missing-report'] as const

/** What a rule noticed, or a person reported. `read` is the caller's own mark. */
export const notification = z.object({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  Name: z.string(),
  Priority: priority,
  asset: assetRef,
  /** metadata name, or the stored path of a value that is none of the mapping */
  field: z.string(),
  value: z.string(),
  message: z.string(),
  createdAt: iso,
  read: z.boolean(),
  /** how many assets it tells of: above one, many at once were folded into it */
  count: z.number(),
  /** levels of the deepest place in which all of them were, outermost first; none where they were in no place together */
  place: z.array(z.string()),
})
/** {@link notification} */
export type Notification = z.output<typeof notification>
