import type { AssetRule } from '@wardtrack/contracts'
import type { TypedRule } from './asset-rules.query.ts'
import { joinLevels, splitLevels } from './place-conditions.ts'

/** One condition as the form holds it: any of the values is enough. */
export interface ConditionValues {
  /** tells the rows of a form apart */
  readonly row: number
  readonly key: string | undefined
  readonly values: readonly string[]
}

/** A rule as its form holds it. */
export interface AssetRuleValues {
  readonly name: string
  readonly assetType: string | undefined
  readonly conditions: readonly ConditionValues[]
}

/** Most conditions that the server takes of one rule. */
export const MAX_CONDITIONS = 20

const emptyRow = (row: number): ConditionValues => ({ row, key: undefined, values: [] })

/** The conditions of a rule as lists of texts, in the order in which they are stored; a place is one of them. */
export const conditionsOf = ({ ruleCondition }: Pick<AssetRule, 'ruleCondition'>) =>
  joinLevels(
    Object.entries(ruleCondition).map(([key, value]) => ({ key, values: [value].flat().map(String) })),
  ).map((condition, row) => ({ row, ...condition }))

/** What the form begins with: a rule, or one condition to fill in. */
export const formValues = (rule: TypedRule | undefined): AssetRuleValues => ({
  name: rule?.ruleName ?? '',
  assetType: rule?.assetType,
  conditions: rule ? conditionsOf(rule) : [emptyRow(0)],
})

/** A further condition to fill in. */
export const withEmpty = (conditions: readonly ConditionValues[]): ConditionValues[] => [
  ...conditions,
  emptyRow(Math.max(-1, ...conditions.map(({ row }) => row)) + 1),
]

/** Whether a condition says nothing yet: it is left out when the rule is saved. */
const isBlank = ({ key, values }: ConditionValues): boolean => key === undefined && values.length === 0

/** Conditions that ask for something. */
export const filledConditions = (conditions: readonly ConditionValues[]): ConditionValues[] =>
  conditions.filter((condition) => !isBlank(condition))

/** What is stored. @param status of a rule that is there already */
export function toRule({ name, assetType = '', conditions }: AssetRuleValues, status: boolean): TypedRule {
  const entries = filledConditions(conditions)
    .flatMap(({ key = '', values }) => splitLevels({ key, values }))
    .map(({ key, values }) => [key, values.length === 1 ? values[0] : [...values]])
  return { assetType, ruleName: name.trim(), status, ruleCondition: Object.fromEntries(entries) }
}
