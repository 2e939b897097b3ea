import { isAbsent, meets, type OptionOrder, rankRange, textsOf } from './compare-values.ts'
import type { RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'

/** A condition and the rule it belongs to. */
export type IndexedCondition = { rule: RuleDefinition; condition: RuleCondition }
type Limited = IndexedCondition & { limit: number }

/**
 * The conditions on one path of one asset type, so that a change looks only at those that it may decide: a text at those
 * that name it, a number at those whose limit lies between the two values.
 */
export class ConditionIndex {
  readonly order: OptionOrder
  private readonly byText = new Map<string, IndexedCondition[]>()
  private readonly absent: IndexedCondition[] = []
  /** ascending by their limits */
  private readonly lessThan: readonly Limited[]
  private readonly greaterThan: readonly Limited[]

  constructor(conditions: readonly IndexedCondition[], order: OptionOrder) {
    this.order = order
    for (const indexed of conditions) {
      const { condition } = indexed
      if (condition.operator !== 'any-of') continue
      if (condition.absent) this.absent.push(indexed)
      for (const text of new Set(condition.texts)) {
        const same = this.byText.get(text)
        if (same) same.push(indexed)
        else this.byText.set(text, [indexed])
      }
    }
    this.lessThan = limitedBy('less-than', conditions)
    this.greaterThan = limitedBy('greater-than', conditions)
  }

  /** The conditions that the one value does not meet and the other does. */
  *newlyMet(before: RuleValue, after: RuleValue): Generator<IndexedCondition> {
    const seen = new Set<IndexedCondition>()
    for (const indexed of this.namedBy(after)) {
      if (seen.has(indexed) || meets(before, indexed.condition, this.order)) continue
      seen.add(indexed)
      yield indexed
    }
    if (this.lessThan.length + this.greaterThan.length === 0) return
    const [old, current] = [rankRange(before, this.order), rankRange(after, this.order)]
    // Met are limits above the lowest value; of those, the ones above the old lowest were met before.
    yield* this.lessThan.slice(
      firstAbove(this.lessThan, current.lowest),
      firstAbove(this.lessThan, old.lowest),
    )
    yield* this.greaterThan.slice(
      firstFrom(this.greaterThan, old.highest),
      firstFrom(this.greaterThan, current.highest),
    )
  }

  private *namedBy(value: RuleValue): Generator<IndexedCondition> {
    if (isAbsent(value)) yield* this.absent
    for (const text of textsOf(value)) yield* this.byText.get(text) ?? []
  }
}

const limitedBy = (
  operator: 'less-than' | 'greater-than',
  conditions: readonly IndexedCondition[],
): readonly Limited[] =>
  conditions
    .flatMap((indexed) =>
      indexed.condition.operator === operator ? [{ ...indexed, limit: indexed.condition.limit }] : [],
    )
    .sort((a, b) => a.limit - b.limit)

/** Index of the first limit above a number. */
const firstAbove = (limits: readonly Limited[], number: number): number =>
  firstIndex(limits, (limit) => limit > number)
/** Index of the first limit that is a number or above it. */
const firstFrom = (limits: readonly Limited[], number: number): number =>
  firstIndex(limits, (limit) => limit >= number)

function firstIndex(limits: readonly Limited[], isBehind: (limit: number) => boolean): number {
  let [from, to] = [0, limits.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const limited = limits[middle]
    if (limited && isBehind(limited.limit)) to = middle
    else from = middle + 1
  }
  return from
}
