import { randomBytes } from 'node:crypto'
import type { PendingNotification } from '@wardtrack/database'
import { isSameValue, textsOf } from './compare-values.ts'
import type { FiredRule, RuleValue, ValueChange } from './rule.types.ts'
import type { ActiveRules } from './rule-cache.ts'
import { STATUS_PATH } from './rule-fields.ts'

/** What is known of an asset under some rules: how often a condition flipped, and the values that the rules look at. */
export type AssetRuleState = { readonly rev: number; readonly values: ReadonlyMap<string, RuleValue> }

/** Whom a step is about. */
export type RuleStepAsset = {
  AssetType: string
  /** an asset that is switched off is followed, but raises nothing */
  active: boolean
}

/** The changes of one asset that one write makes, in the order in which they happened. */
export type RuleStep = {
  /** takes the asset from one state to the next. @param values what changed, by stored path */
  change(values: Iterable<readonly [path: string, value: RuleValue]>, eventTime: Date): void
  /** what fired so far */
  readonly raised: readonly PendingNotification[]
  /** whether a condition of some rule came to hold or ceased to, so far */
  readonly flipped: boolean
  /** the state after the write */
  after(): AssetRuleState
}

/** Begins a step at a state. */
export function beginRuleStep(rules: ActiveRules, asset: RuleStepAsset, state: AssetRuleState): RuleStep {
  let values = state.values
  const raised: PendingNotification[] = []
  let flipped = false
  return {
    change: (changed, eventTime) => {
      const changes: ValueChange[] = []
      for (const [path, after] of changed) {
        const before = values.get(path)
        if (!isSameValue(before, after)) changes.push({ path, before, after })
      }
      // Most events change nothing that a rule looks at.
      if (changes.length === 0) return
      values = withChanges(values, changes)
      const outcome = rules.evaluate(asset.AssetType, changes, (path) => values.get(path))
      flipped ||= outcome.flipped
      if (outcome.fired.length > 0 && isActive(asset, values))
        raised.push(...outcome.fired.map((fired) => toPending(rules, fired, eventTime)))
    },
    raised,
    get flipped() {
      return flipped
    },
    after: () => (values === state.values ? state : { rev: flipped ? state.rev + 1 : state.rev, values }),
  }
}

function withChanges(
  values: ReadonlyMap<string, RuleValue>,
  changes: readonly ValueChange[],
): Map<string, RuleValue> {
  const changed = new Map(values)
  for (const { path, after } of changes) changed.set(path, after)
  return changed
}

/** Where rules look at the status they know it of the same moment as the values. */
const isActive = ({ active }: RuleStepAsset, values: ReadonlyMap<string, RuleValue>): boolean =>
  values.has(STATUS_PATH) ? values.get(STATUS_PATH) === 'active' : active

/** What stands in the asset of a rule that fired. */
export function toPending(
  rules: ActiveRules,
  { rule, path, value }: FiredRule,
  eventTime: Date,
): PendingNotification {
  const isHidden = rules.isEncrypted(rule.assetType, path)
  return {
    id: randomBytes(16).toString('base64url'),
    kind: rule.kind,
    rule: rule.id,
    name: rule.name,
    priority: rule.priority,
    field: rules.fieldName(rule.assetType, path),
    ...(isHidden ? {} : { value: textsOf(value).join(', ') }),
    eventTime,
  }
}

/** What a write of an asset has to hold and do besides its own. */
export type RuleUpdate = {
  condition: Record<string, unknown>
  $set: Record<string, unknown>
  $push: Record<string, unknown>
}

/**
 * What a write adds for the rules: the condition that no condition of a rule flipped since the state was read, the next
 * count if one does now, and what fired.
 */
export function ruleUpdate(
  { rev }: AssetRuleState,
  { flipped, raised }: Pick<RuleStep, 'flipped' | 'raised'>,
) {
  return {
    condition: { 'Rules.rev': rev === 0 ? { $exists: false } : rev },
    $set: flipped ? { 'Rules.rev': rev + 1 } : {},
    $push: pushRaised(raised),
  } satisfies RuleUpdate
}

/** The push of what fired; nothing to push is no member. */
export const pushRaised = (raised: readonly PendingNotification[]): Record<string, unknown> =>
  raised.length > 0 ? { 'Rules.raised': { $each: raised } } : {}
