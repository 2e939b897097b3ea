import { isAbsent, meets, type OptionOrder, rankRange, textsOf } from './compare-values.ts'
import type { RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'

type TextCondition = RuleCondition & { operator: 'any-of' }

/** Rules with a second condition on the same path, by the texts that it names. */
type FurtherPath = { byText: Map<string, RuleDefinition[]>; absent: RuleDefinition[] }

/**
 * The rules that share one condition. A thousand rules may evaluate one battery level, each in another room. The
 * group indexes them by a second condition, so that rules of other rooms are skipped.
 */
class RuleGroup {
  readonly condition: RuleCondition
  /** rules without a second condition that names texts */
  private readonly always: RuleDefinition[] = []
  private readonly byPath = new Map<string, FurtherPath>()

  constructor(condition: RuleCondition) {
    this.condition = condition
  }

  /** @param condition the rule's own condition object that equals the shared condition */
  add(rule: RuleDefinition, condition: RuleCondition): void {
    const further = rule.conditions.find(
      (other): other is TextCondition => other !== condition && other.operator === 'any-of',
    )
    if (!further) this.always.push(rule)
    else addFurther(this.furtherOf(further.path), rule, further)
  }

  /** Returns all rules that may hold, judged by the conditions indexed here. The result may contain a rule twice. */
  candidates(valueOf: (path: string) => RuleValue): readonly RuleDefinition[] {
    if (this.byPath.size === 0) return this.always
    const found = [...this.always]
    for (const [path, { byText, absent }] of this.byPath) {
      const value = valueOf(path)
      if (isAbsent(value)) found.push(...absent)
      else for (const text of textsOf(value)) found.push(...(byText.get(text) ?? []))
    }
    return found
  }

  private furtherOf(path: string): FurtherPath {
    const known = this.byPath.get(path) ?? { byText: new Map(), absent: [] }
    this.byPath.set(path, known)
    return known
  }
}

function addFurther({ byText, absent }: FurtherPath, rule: RuleDefinition, condition: TextCondition): void {
  if (condition.absent) absent.push(rule)
  for (const text of new Set(condition.texts)) {
    const same = byText.get(text)
    if (same) same.push(rule)
    else byText.set(text, [rule])
  }
}

/** A condition and the rule it belongs to. */
export type IndexedCondition = { rule: RuleDefinition; condition: RuleCondition }
type Limited = { limit: number; group: RuleGroup }

const NO_GROUPS: readonly RuleGroup[] = []

/**
 * Index of the conditions on one path of one asset type. A change evaluates only conditions that it may decide. A text
 * selects the conditions that name it; a number selects those with a limit between the two values. Equal conditions
 * are merged.
 */
export class ConditionIndex {
  readonly order: OptionOrder
  private readonly byText = new Map<string, RuleGroup[]>()
  private readonly absent: RuleGroup[] = []
  /** sorted by limit, ascending */
  private readonly lessThan: readonly Limited[]
  private readonly greaterThan: readonly Limited[]

  constructor(conditions: readonly IndexedCondition[], order: OptionOrder) {
    this.order = order
    const groups = groupAlike(conditions)
    for (const group of groups) {
      const { condition } = group
      if (condition.operator !== 'any-of') continue
      if (condition.absent) this.absent.push(group)
      for (const text of new Set(condition.texts)) {
        const same = this.byText.get(text)
        if (same) same.push(group)
        else this.byText.set(text, [group])
      }
    }
    this.lessThan = limitedBy('less-than', groups)
    this.greaterThan = limitedBy('greater-than', groups)
  }

  /** Returns the conditions that the new value meets and the old value does not, with their rules. */
  newlyMet(before: RuleValue, after: RuleValue): readonly RuleGroup[] {
    const named = this.namedBy(after).filter(({ condition }) => !meets(before, condition, this.order))
    if (this.lessThan.length + this.greaterThan.length === 0) return named
    const [old, current] = [rankRange(before, this.order), rankRange(after, this.order)]
    // A 'less-than' condition is met when its limit is above the lowest value. Limits above the old lowest value were
    // met before.
    const below = limitsBetween(
      this.lessThan,
      firstAbove(this.lessThan, current.lowest),
      firstAbove(this.lessThan, old.lowest),
    )
    const above = limitsBetween(
      this.greaterThan,
      firstFrom(this.greaterThan, old.highest),
      firstFrom(this.greaterThan, current.highest),
    )
    return below.length + above.length === 0 ? named : [...named, ...below, ...above]
  }

  private namedBy(value: RuleValue): readonly RuleGroup[] {
    if (isAbsent(value)) return this.absent
    const texts = textsOf(value)
    if (texts.length === 1) return this.byText.get(texts[0] ?? '') ?? NO_GROUPS
    return [...new Set(texts.flatMap((text) => this.byText.get(text) ?? NO_GROUPS))]
  }
}

function groupAlike(conditions: readonly IndexedCondition[]): readonly RuleGroup[] {
  const groups = new Map<string, RuleGroup>()
  for (const { rule, condition } of conditions) {
    const key = JSON.stringify(condition)
    const group = groups.get(key) ?? new RuleGroup(condition)
    groups.set(key, group)
    group.add(rule, condition)
  }
  return [...groups.values()]
}

const limitedBy = (
  operator: 'less-than' | 'greater-than',
  groups: readonly RuleGroup[],
): readonly Limited[] =>
  groups
    .flatMap((group) =>
      group.condition.operator === operator ? [{ limit: group.condition.limit, group }] : [],
    )
    .sort((a, b) => a.limit - b.limit)

const limitsBetween = (limits: readonly Limited[], from: number, to: number): readonly RuleGroup[] =>
  from < to ? limits.slice(from, to).map(({ group }) => group) : NO_GROUPS

/** Returns the index of the first limit above a number. */
const firstAbove = (limits: readonly Limited[], number: number): number =>
  firstIndex(limits, (limit) => limit > number)
/** Returns the index of the first limit equal to or above a number. */
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
