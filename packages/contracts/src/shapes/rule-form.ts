import { z } from 'zod'
import { messages } from '../messages.ts'
import { revision, visible } from './common.ts'
import {
  MAX_MINUTES_BETWEEN,
  NOTIFICATION_PRIORITIES,
  notificationAudience,
  quietHours,
  ruleWebhook,
} from './notification.ts'
import { RULE_OPERATORS, readRaiseValue, takesSeveralValues, VALUE_SEPARATOR } from './raise-value.ts'

/** Minimum length of a notification rule's name, in characters. */
export const SHORTEST_RULE_NAME = 3
/** Maximum number of values of one rule. */
export const MAX_RULE_VALUES = 100

const required = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max).regex(visible.pattern, visible.message)

const raiseCondition = z
  .object({
    operator: z.enum(RULE_OPERATORS, { error: messages.valueOperatorRequired }),
    values: z
      .array(required(messages.metadataValueRequired, 200), { error: messages.metadataValueRequired })
      .min(1, messages.metadataValueRequired)
      .max(MAX_RULE_VALUES),
  })
  .superRefine(({ operator, values }, context) => {
    const add = (message: string): void => context.addIssue({ code: 'custom', path: ['values'], message })
    if (!takesSeveralValues(operator) && values.length > 1) add(messages.oneValueOnly)
    if (takesSeveralValues(operator) && values.some((value) => value.includes(VALUE_SEPARATOR)))
      add(messages.valueWithComma)
  })

/** Members of a rule under their stored names. */
const members = {
  Name: z
    .string({ error: messages.ruleNameRequired })
    .trim()
    .min(SHORTEST_RULE_NAME, messages.ruleNameRequired)
    .max(100)
    .regex(visible.pattern, visible.message),
  NotificationAssetType: required(messages.ruleNameRequired, 50),
  NotificationField: required(messages.metadataNameRequired, 200),
  RaiseValue: raiseCondition,
  Priority: z.enum(NOTIFICATION_PRIORITIES, { error: messages.rulePriorityRequired }),
}

/** Members that the specification's form does not have. */
const telling = {
  Enabled: z.boolean(),
  Audience: notificationAudience,
  MinutesBetween: z.number().int().min(0).max(MAX_MINUTES_BETWEEN),
  Mail: z.boolean(),
  Webhook: ruleWebhook.nullable(),
  QuietHours: quietHours.nullable(),
}

const form = z.object({
  ...members,
  Enabled: telling.Enabled.default(true),
  Audience: telling.Audience.default({ privileges: [], users: [] }),
  MinutesBetween: telling.MinutesBetween.default(0),
  Mail: telling.Mail.default(false),
  Webhook: telling.Webhook.default(null),
  QuietHours: telling.QuietHours.default(null),
})
const change = z.object({ ...members, ...telling, revision }).partial()

/** Names in the form, by stored name. */
const FORM_NAMES: Readonly<Record<string, string>> = {
  Name: 'rule_name',
  NotificationAssetType: 'asset_type',
  NotificationField: 'metadata_name',
  Priority: 'priority',
}
const OPERATOR = 'metadata_value_operator'
const VALUE = 'metadata_value'

type Sent = Record<string, unknown>
const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Renames the members of a rule to their stored names. */
function storedNames(body: unknown): unknown {
  if (!isObject(body)) return body
  const rule: Sent = { ...body }
  for (const [stored, sent] of Object.entries(FORM_NAMES)) rule[stored] = body[stored] ?? body[sent]
  rule['RaiseValue'] = sentCondition(body)
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
}

function sentCondition(body: Sent): unknown {
  const raise = body['RaiseValue']
  if (typeof raise === 'string') return readRaiseValue(raise.trim())
  if (body[OPERATOR] === undefined && body[VALUE] === undefined) return undefined
  const value = body[VALUE]
  const values = (Array.isArray(value) ? value : [value ?? '']).map(toText)
  return { operator: body[OPERATOR], values }
}

/** Accepts numbers and booleans as values; the schema refuses anything else. */
const toText = (value: unknown): unknown =>
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? String(value) : value

/** Converts the path of an error to the names in the body. */
function sentPath(body: unknown, [member = '', part]: readonly PropertyKey[]): string[] {
  const name = String(member)
  const sent = isObject(body) ? body : {}
  if (name !== 'RaiseValue') {
    const formName = FORM_NAMES[name]
    const usesForm = formName !== undefined && sent[name] === undefined && isForm(sent)
    return [usesForm ? formName : name, ...(part === undefined ? [] : [String(part)])]
  }
  if (sent['RaiseValue'] !== undefined || !isForm(sent)) return ['RaiseValue']
  return [part === 'values' ? VALUE : OPERATOR]
}

/**
 * Returns the name of a notification rule's member in a body, for errors that are found later.
 * @param part part of the condition: its values, else its operator
 */
export const sentRuleMember = (body: unknown, member: string, part?: 'values'): string =>
  sentPath(body, part === undefined ? [member] : [member, part]).join('.')

const isForm = (sent: Sent): boolean =>
  [...Object.values(FORM_NAMES), OPERATOR, VALUE].some((name) => sent[name] !== undefined)

/** Creates a schema for a rule with either names; errors use the sent names. */
const inEitherSpelling = <S extends z.ZodType>(schema: S) =>
  z.preprocess((body, context) => {
    const rule = storedNames(body)
    for (const { path, message, code } of schema.safeParse(rule).error?.issues ?? []) {
      // A condition that was not sent has neither operator nor value.
      const isMissing = code === 'invalid_type' && path.length === 1 && path[0] === 'RaiseValue'
      context.addIssue({
        code: 'custom',
        path: sentPath(body, path),
        message: isMissing ? messages.valueOperatorRequired : message,
      })
    }
    return rule
  }, schema)

/** A new notification rule as sent, with the names of the form or the stored ones. */
export const notificationRuleForm = inEitherSpelling(form)
/** Members of a notification rule to change, with either names; absent members stay. */
export const notificationRuleChange = inEitherSpelling(change)

/** {@link notificationRuleForm} after parsing. */
export type NotificationRuleForm = z.output<typeof form>
/** {@link notificationRuleChange} after parsing. */
export type NotificationRuleChange = z.output<typeof change>
