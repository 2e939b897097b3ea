/** What the value of a field is compared by, as forms and stored rules word it. */
export const RULE_OPERATORS = ['Equals', 'One Or More Of', 'Less Than', 'Greater Than'] as const
/** One of {@link RULE_OPERATORS}. */
export type RuleOperator = (typeof RULE_OPERATORS)[number]

/** Whether a rule with an operator can have several values. */
export const takesSeveralValues = (operator: RuleOperator | undefined): boolean =>
  operator === 'One Or More Of'

/** What stands between the values of a rule that has several. */
export const VALUE_SEPARATOR = ','

/** Operator and values of a rule. */
export type RaiseCondition = { operator: RuleOperator; values: string[] }

/** Operator and values as they are stored in one text: an operator, a space, the values joined with `,`. */
export const raiseValueText = ({ operator, values }: RaiseCondition): string =>
  `${operator} ${values.join(VALUE_SEPARATOR)}`

/** Takes a stored text apart; without a known operator that is undefined. Only `One Or More Of` has several values. */
export function readRaiseValue(text: string): { operator: RuleOperator | undefined; values: string[] } {
  const operator = RULE_OPERATORS.find((name) => text === name || text.startsWith(`${name} `))
  const value = operator ? text.slice(operator.length).trim() : ''
  if (value === '') return { operator, values: [] }
  if (!takesSeveralValues(operator)) return { operator, values: [value] }
  return {
    operator,
    values: value
      .split(VALUE_SEPARATOR)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  }
}
