import type { RuleCondition, RuleValue } from './rule.types.ts'

/** Positions of a field's options; undefined for a field without options, whose numbers are compared. */
export type OptionOrder = ReadonlyMap<string, number> | undefined

type Scalar = string | number | boolean
const NONE: readonly Scalar[] = []

const scalarsOf = (value: RuleValue): readonly Scalar[] => {
  if (value === undefined) return NONE
  return typeof value === 'object' ? value : [value]
}

/** Returns the texts used to compare a value; none for a missing value or an empty list. */
export const textsOf = (value: RuleValue): readonly string[] => scalarsOf(value).map(String)

/** Returns true if there is no value. */
export const isAbsent = (value: RuleValue): boolean => scalarsOf(value).length === 0

/** Returns true if every condition treats two values alike. */
export function isSameValue(a: RuleValue, b: RuleValue): boolean {
  if (a === b) return true
  const [left, right] = [textsOf(a), textsOf(b)]
  return left.length === right.length && left.every((text, index) => text === right[index])
}

/** Returns the rank of a value: its number or the position of its option; undefined when it has neither. */
export function rankOf(value: Scalar, order: OptionOrder): number | undefined {
  if (order) return order.get(String(value))
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/**
 * Returns the lowest and the highest rank among the values of a list. Without ranks, no limit lies above or below.
 */
export function rankRange(value: RuleValue, order: OptionOrder): { lowest: number; highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const scalar of scalarsOf(value)) {
    const rank = rankOf(scalar, order)
    if (rank === undefined) continue
    lowest = Math.min(lowest, rank)
    highest = Math.max(highest, rank)
  }
  return { lowest, highest }
}

/** Returns true if a value meets a condition. For a list, one matching value is enough. */
export function meets(value: RuleValue, condition: RuleCondition, order: OptionOrder): boolean {
  if (condition.operator === 'any-of')
    return isAbsent(value) ? condition.absent : textsOf(value).some((text) => condition.texts.includes(text))
  const { lowest, highest } = rankRange(value, order)
  return condition.operator === 'less-than' ? lowest < condition.limit : highest > condition.limit
}
