import type { NotificationRule } from '@wardtrack/contracts'
import { type RuleOperator, readRaiseValue } from '@wardtrack/contracts/raise-value'
import { api } from '../../lib/api.ts'

/** A rule as its form holds it. */
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
}

/** What the form begins with. */
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
})

/** Stores a rule, a changed one on the state that was read. @returns what the server says of it */
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
}

/** The field that shows an error of the server. */
export function fieldOfPath(path: string): keyof RuleValues | undefined {
  if (path.startsWith('Audience.')) return path.includes('users') ? 'users' : 'privileges'
  return FIELDS[path]
}
