import type { AssetRule } from '@wardtrack/contracts'
import type { TypedRule } from './asset-rules.query.ts'
import { joinLevels, splitLevels } from './place-conditions.ts'

/** Form values of a condition that an asset meets with any of the values. */
export interface ConditionValues {
  /** key of the row in the form */
  readonly row: number
  readonly key: string | undefined
  readonly values: readonly string[]
}

/** Form values of a rule. */
export interface AssetRuleValues {
  readonly name: string
  readonly assetType: string | undefined
  readonly conditions: readonly ConditionValues[]
}

/** Maximum number of conditions that the server accepts in a rule. */
export const MAX_CONDITIONS = 20

const emptyRow = (row: number): ConditionValues => ({ row, key: undefined, values: [] })

/** Returns the conditions of a rule as lists of texts, in stored order; a place is one condition. */
export const conditionsOf = ({ ruleCondition }: Pick<AssetRule, 'ruleCondition'>) =>
  joinLevels(
    Object.entries(ruleCondition).map(([key, value]) => ({ key, values: [value].flat().map(String) })),
  ).map((condition, row) => ({ row, ...condition }))

/** Returns the initial values of the form: a rule, or one empty condition. */
export const formValues = (rule: TypedRule | undefined): AssetRuleValues => ({
  name: rule?.ruleName ?? '',
  assetType: rule?.assetType,
  conditions: rule ? conditionsOf(rule) : [emptyRow(0)],
})

/** Adds an empty condition. */
export const withEmpty = (conditions: readonly ConditionValues[]): ConditionValues[] => [
  ...conditions,
  emptyRow(Math.max(-1, ...conditions.map(({ row }) => row)) + 1),
]

/** True if a condition is empty; it is left out on saving. */
const isBlank = ({ key, values }: ConditionValues): boolean => key === undefined && values.length === 0

/** Returns the conditions that are not empty. */
export const filledConditions = (conditions: readonly ConditionValues[]): ConditionValues[] =>
  conditions.filter((condition) => !isBlank(condition))

/** Returns the rule to store. @param status status of an existing rule */
export function toRule({ name, assetType = '', conditions }: AssetRuleValues, status: boolean): TypedRule {
  const entries = filledConditions(conditions)
    .flatMap(({ key = '', values }) => splitLevels({ key, values }))
    .map(({ key, values }) => [key, values.length === 1 ? values[0] : [...values]])
  return { assetType, ruleName: name.trim(), status, ruleCondition: Object.fromEntries(entries) }
}
