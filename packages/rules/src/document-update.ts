import type { AssetDoc, PendingNotification } from '@wardtrack/database'
import { type RuleSubject, valueAt } from './asset-values.ts'
import { isSameValue } from './compare-values.ts'
import type { RuleValue } from './rule.types.ts'
import type { ActiveRules } from './rule-cache.ts'
import { beginRuleStep, type RuleUpdate, ruleUpdate, toPending } from './rule-step.ts'

/** Members that a write sets and removes, by stored path. */
export type MemberChanges = { $set: Record<string, unknown>; $unset?: Record<string, unknown> }

/** Rule members that a write of an asset adds, and the notifications it raises. */
export type DocumentRuleUpdate = RuleUpdate & { raised: readonly PendingNotification[] }

/**
 * Returns the rule members for a write of an asset that was just read; undefined when no rule evaluates the changes.
 * @param doc the stored asset, including `Rules`
 */
export function documentRuleUpdate(
  rules: ActiveRules,
  doc: AssetDoc,
  changes: MemberChanges,
  now: Date,
): DocumentRuleUpdate | undefined {
  const watched = rules.watched(doc.AssetType)
  if (!watched) return undefined
  const after = subjectAfter(doc, changes)
  const changed = watched.values
    .map((path): [string, RuleValue] => [path, valueAt(after, path)])
    .filter(([path, value]) => !isSameValue(valueAt(doc, path), value))
  if (changed.length === 0) return undefined
  const values = new Map([...watched.values, ...watched.places].map((path) => [path, valueAt(doc, path)]))
  const state = { rev: doc.Rules?.rev ?? 0, values }
  // An inactive asset raises nothing; an asset activated by this write does.
  const active = after.AssetStatus === 'active'
  const step = beginRuleStep(rules, { AssetType: doc.AssetType, active }, state)
  step.change(changed, now)
  return { ...ruleUpdate(state, step), raised: step.raised }
}

/** Returns the notifications that a new asset raises. */
export const newAssetRaises = (rules: ActiveRules, doc: AssetDoc, now: Date): PendingNotification[] =>
  doc.AssetStatus === 'active'
    ? rules
        .evaluateNew(doc.AssetType, (path) => valueAt(doc, path))
        .map((fired) => toPending(rules, fired, now))
    : []

/** Adds the rule members to a write. */
export function withRules(
  { $set, $unset }: MemberChanges,
  update: RuleUpdate | undefined,
): Record<string, unknown> {
  return {
    $set: { ...$set, ...update?.$set },
    ...($unset && Object.keys($unset).length > 0 ? { $unset } : {}),
    ...(update && Object.keys(update.$push).length > 0 ? { $push: update.$push } : {}),
  }
}

/** Returns the asset fields that rules evaluate, as they are after a write. */
function subjectAfter(doc: AssetDoc, { $set, $unset = {} }: MemberChanges): RuleSubject {
  const { AssetId, AssetStatus, Fields, CustomTags, LocationTags, HomeLocation } = doc
  const after: RuleSubject = structuredClone({
    AssetId,
    AssetStatus,
    Fields,
    CustomTags,
    LocationTags,
    ...(HomeLocation ? { HomeLocation } : {}),
  })
  for (const [path, value] of Object.entries($set)) setMember(after, path.split('.'), value)
  for (const path of Object.keys($unset)) setMember(after, path.split('.'), undefined)
  return after
}

function setMember(target: object, [name = '', ...deeper]: readonly string[], value: unknown): void {
  if (deeper.length === 0) {
    Reflect.set(target, name, value)
    return
  }
  const present: unknown = Reflect.get(target, name)
  const nested = typeof present === 'object' && present !== null ? present : {}
  Reflect.set(target, name, nested)
  setMember(nested, deeper, value)
}
