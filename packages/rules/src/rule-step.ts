import { randomBytes } from 'node:crypto'
import type { PendingNotification } from '@wardtrack/database'
import { isSameValue, textsOf } from './compare-values.ts'
import type { FiredRule, RuleValue, ValueChange } from './rule.types.ts'
import type { ActiveRules } from './rule-cache.ts'
import { STATUS_PATH } from './rule-fields.ts'

/** State of an asset under some rules: the number of condition flips and the evaluated values. */
export type AssetRuleState = { readonly rev: number; readonly values: ReadonlyMap<string, RuleValue> }

/** The asset of a step. */
export type RuleStepAsset = {
  AssetType: string
  /** an inactive asset is tracked, but raises nothing */
  active: boolean
}

/** The changes of one asset in one write, in the order in which they happened. */
export type RuleStep = {
  /** applies a change to the state. @param values changed values, by stored path */
  change(values: Iterable<readonly [path: string, value: RuleValue]>, eventTime: Date): void
  /** notifications raised so far */
  readonly raised: readonly PendingNotification[]
  /** true when a condition of some rule has started or stopped matching so far */
  readonly flipped: boolean
  /** the state after the write */
  after(): AssetRuleState
}

/** Begins a step from a state. */
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
      // Most events change no evaluated value.
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

/** Prefers the status among the evaluated values, because it belongs to the same moment as the other values. */
const isActive = ({ active }: RuleStepAsset, values: ReadonlyMap<string, RuleValue>): boolean =>
  values.has(STATUS_PATH) ? values.get(STATUS_PATH) === 'active' : active

/** Returns the pending notification that the asset stores for a fired rule. */
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

/** Rule members that a write of an asset must include. */
export type RuleUpdate = {
  condition: Record<string, unknown>
  $set: Record<string, unknown>
  $push: Record<string, unknown>
}

/**
 * Returns the rule members of a write: the condition on an unchanged flip count, its increment when a condition
 * flips, and the raised notifications.
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

/** Returns the `$push` of raised notifications, or no member when there is none. */
export const pushRaised = (raised: readonly PendingNotification[]): Record<string, unknown> =>
  raised.length > 0 ? { 'Rules.raised': { $each: raised } } : {}
