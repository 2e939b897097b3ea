import type { NotificationRule, QuietHours } from '@wardtrack/contracts'
import { type RuleOperator, readRaiseValue } from '@wardtrack/contracts/raise-value'
import { api } from '../../lib/api.ts'

/** Days of the week: 1 is Monday, 7 Sunday. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Form values of a rule. */
export interface RuleValues {
  readonly name: string
  readonly assetType: string | undefined
  readonly field: string | undefined
  readonly operator: RuleOperator | undefined
  readonly value: readonly string[]
  readonly priority: NotificationRule['Priority'] | undefined
  readonly privileges: readonly string[]
  readonly users: readonly string[]
  readonly minutesBetween: number | null
  readonly mail: boolean
  /** address; empty for none */
  readonly webhook: string
  readonly webhookReason: string
  /** quiet hours and what is sent after them, or `never` */
  readonly quiet: 'never' | QuietHours['afterwards']
  readonly quietFrom: string
  readonly quietTo: string
  readonly quietDays: readonly number[]
}

/** Returns the initial values of the form. */
export function formValues(rule: NotificationRule | undefined): RuleValues {
  const { operator, values } = readRaiseValue(rule?.RaiseValue ?? '')
  return {
    name: rule?.Name ?? '',
    assetType: rule?.NotificationAssetType,
    field: rule?.NotificationField,
    operator,
    value: values,
    priority: rule?.Priority,
    privileges: rule?.Audience.privileges ?? [],
    users: rule?.Audience.users ?? [],
    minutesBetween: rule?.MinutesBetween ?? 0,
    mail: rule?.Mail ?? false,
    webhook: rule?.Webhook?.address ?? '',
    webhookReason: rule?.Webhook?.plainHttpReason ?? '',
    quiet: rule?.QuietHours?.afterwards ?? 'never',
    quietFrom: rule?.QuietHours?.from ?? '22:00',
    quietTo: rule?.QuietHours?.to ?? '06:00',
    quietDays: rule?.QuietHours?.days ?? DAYS,
  }
}

const bodyOf = ({ privileges, users, ...values }: RuleValues) => ({
  rule_name: values.name,
  asset_type: values.assetType,
  metadata_name: values.field,
  metadata_value_operator: values.operator,
  metadata_value: values.value,
  priority: values.priority,
  Audience: { privileges: [...privileges], users: [...users] },
  MinutesBetween: values.minutesBetween ?? 0,
  Mail: values.mail,
  Webhook:
    values.webhook.trim() === ''
      ? null
      : { address: values.webhook.trim(), plainHttpReason: values.webhookReason },
  QuietHours:
    values.quiet === 'never'
      ? null
      : {
          from: values.quietFrom,
          to: values.quietTo,
          days: [...values.quietDays].sort((a, b) => a - b),
          afterwards: values.quiet,
        },
})

/** Stores a new or changed rule, a changed one with its revision. @returns message of the server */
export async function saveRule(values: RuleValues, rule: NotificationRule | undefined): Promise<string> {
  const body = bodyOf(values)
  const { message } = rule
    ? await api.call('changeNotificationRule', {
        params: { id: rule._id },
        body: { ...body, revision: rule.revision },
      })
    : await api.call('createNotificationRule', { body })
  return message
}

const FIELDS: Readonly<Record<string, keyof RuleValues>> = {
  rule_name: 'name',
  asset_type: 'assetType',
  metadata_name: 'field',
  metadata_value_operator: 'operator',
  metadata_value: 'value',
  priority: 'priority',
  MinutesBetween: 'minutesBetween',
  Mail: 'mail',
  'Webhook.address': 'webhook',
  'Webhook.plainHttpReason': 'webhookReason',
  'QuietHours.from': 'quietFrom',
  'QuietHours.to': 'quietTo',
  'QuietHours.days': 'quietDays',
}

/** Returns the field that shows an error of the server. */
export function fieldOfPath(path: string): keyof RuleValues | undefined {
  if (path.startsWith('Audience.')) return path.includes('users') ? 'users' : 'privileges'
  return FIELDS[path]
}
