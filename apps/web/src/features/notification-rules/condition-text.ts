import type { MetaMapping, NotificationRule } from '@wardtrack/contracts'
import { type RuleOperator, readRaiseValue } from '@wardtrack/contracts/raise-value'
import { translate } from '../../lib/i18n/i18n.ts'
import { aliasesOf } from '../../lib/metadata.ts'

const WORDS = {
  Equals: 'equals',
  'One Or More Of': 'oneOrMoreOf',
  'Less Than': 'lessThan',
  'Greater Than': 'greaterThan',
} as const

/** Returns an operator in the language of the console. */
export const operatorText = (operator: RuleOperator): string =>
  translate(`notification-rules:operator.${WORDS[operator]}`)

/** Formats operator and values of a rule, with options by their aliases. */
export function conditionText(rule: NotificationRule, mapping: MetaMapping | undefined): string {
  const { operator, values } = readRaiseValue(rule.RaiseValue)
  if (!operator) return rule.RaiseValue
  const { option } = aliasesOf(mapping, rule.NotificationAssetType)
  return `${operatorText(operator)} ${values.map((value) => option(rule.NotificationField, value)).join(', ')}`
}
