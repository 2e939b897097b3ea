import { isAbsent, textsOf } from './compare-values.ts'
import type { RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'

type TextCondition = RuleCondition & { operator: 'any-of' }

/** Rules with a second condition on the same path, by the texts that it names. */
type FurtherPath = { byText: Map<string, RuleDefinition[]>; absent: RuleDefinition[] }

/**
 * The rules that share one condition. A thousand rules may evaluate one battery level, each in another room. The
 * group indexes them by a second condition, so that rules of other rooms are skipped.
 */
export class RuleGroup {
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
