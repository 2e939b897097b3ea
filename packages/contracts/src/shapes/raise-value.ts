/** Operators that compare a field with a value, as worded in forms and stored rules. */
export const RULE_OPERATORS = ['Equals', 'One Or More Of', 'Less Than', 'Greater Than'] as const
/** One of {@link RULE_OPERATORS}. */
export type RuleOperator = (typeof RULE_OPERATORS)[number]

/** True if a rule with this operator can have several values. */
export const takesSeveralValues = (operator: RuleOperator | undefined): boolean =>
  operator === 'One Or More Of'

/** Separator between several values of a rule. */
export const VALUE_SEPARATOR = ','

/** Operator and values of a rule. */
export type RaiseCondition = { operator: RuleOperator; values: string[] }

/** Formats operator and values as one text for storage: an operator, a space, the values joined with `,`. */
export const raiseValueText = ({ operator, values }: RaiseCondition): string =>
  `${operator} ${values.join(VALUE_SEPARATOR)}`

/** Parses a stored text; the operator is undefined if unknown. Only `One Or More Of` has several values. */
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
