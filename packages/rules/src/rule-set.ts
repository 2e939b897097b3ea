import { type PlaceReader, placeReader } from './asset-values.ts'
import { isSameValue, meets } from './compare-values.ts'
import { ConditionIndex, type IndexedCondition } from './condition-index.ts'
import type { FiredRule, OptionOrders, RuleDefinition, RuleValue, ValueChange } from './rule.types.ts'

/** Paths that the rules of one asset type evaluate. */
export type WatchedPaths = {
  /** stored paths of the asset's own values: fields, status, tags, home */
  values: readonly string[]
  /** paths below `Fields`, by field name */
  byField: ReadonlyMap<string, readonly string[]>
  /** stored paths of its current place */
  places: readonly string[]
  /** readers for the entries of `places`, in the same order */
  placeReaders: readonly PlaceReader[]
  /** true when one rule evaluates both own values and places */
  isJoined: boolean
}

/** Result of evaluating a change of an asset. */
export type RuleOutcome = {
  fired: FiredRule[]
  /** true when a condition of some rule started or stopped matching */
  flipped: boolean
}

/** Returns the value of a path. */
export type ValueReader = (path: string) => RuleValue

/**
 * The enabled rules, as last read. Pure: it takes an asset's values before and after, and returns the rules that
 * fire. A rule fires when all of its conditions hold after a change and did not before. So a rule needs no memory
 * beyond the asset's values.
 */
export type RuleSet = {
  /** evaluated paths of an asset type; undefined when it has no rule */
  watched(assetType: string): WatchedPaths | undefined
  /** true when a rule of any type evaluates a path */
  looksAt(path: string): boolean
  /** @param valueAfter values of the evaluated paths after the changes */
  evaluate(assetType: string, changes: readonly ValueChange[], valueAfter: ValueReader): RuleOutcome
  /** rules that a new asset meets */
  evaluateNew(assetType: string, valueOf: ValueReader): FiredRule[]
}

type TypeRules = {
  rules: readonly RuleDefinition[]
  watched: WatchedPaths
  indexes: ReadonlyMap<string, ConditionIndex>
}

const NOTHING: RuleOutcome = { fired: [], flipped: false }

/** Creates the rule set. @param orders option positions, for the conditions that compare by them */
export function createRuleSet(definitions: readonly RuleDefinition[], orders: OptionOrders): RuleSet {
  const byType = new Map<string, TypeRules>()
  for (const [assetType, rules] of groupByType(definitions))
    byType.set(assetType, compileType(rules, orders.get(assetType)))
  return {
    watched: (assetType) => byType.get(assetType)?.watched,
    looksAt: (path) => [...byType.values()].some(({ indexes }) => indexes.has(path)),
    evaluate: (assetType, changes, valueAfter) => {
      const compiled = byType.get(assetType)
      return compiled ? evaluateChanges(compiled, changes, valueAfter) : NOTHING
    },
    evaluateNew: (assetType, valueOf) => {
      const { rules = [], indexes } = byType.get(assetType) ?? {}
      return rules.flatMap((rule) => {
        const path = rule.conditions[0]?.path ?? ''
        return meetsAll(rule, indexes, valueOf) ? [{ rule, path, value: valueOf(path) }] : []
      })
    },
  }
}

function groupByType(definitions: readonly RuleDefinition[]): Map<string, RuleDefinition[]> {
  const byType = new Map<string, RuleDefinition[]>()
  for (const rule of definitions) {
    const same = byType.get(rule.assetType)
    if (same) same.push(rule)
    else byType.set(rule.assetType, [rule])
  }
  return byType
}

function compileType(
  rules: readonly RuleDefinition[],
  orders: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined,
): TypeRules {
  const byPath = new Map<string, IndexedCondition[]>()
  for (const rule of rules)
    for (const condition of rule.conditions) {
      const same = byPath.get(condition.path)
      if (same) same.push({ rule, condition })
      else byPath.set(condition.path, [{ rule, condition }])
    }
  const indexes = new Map(
    [...byPath].map(([path, conditions]) => [path, new ConditionIndex(conditions, orders?.get(path))]),
  )
  const paths = [...byPath.keys()]
  const places = paths.filter(isPlacePath)
  return {
    rules,
    indexes,
    watched: {
      values: paths.filter((path) => !isPlacePath(path)),
      byField: groupByField(paths),
      places,
      placeReaders: places.map(placeReader),
      isJoined: rules.some(({ conditions }) => {
        const ofPlace = conditions.filter(({ path }) => isPlacePath(path)).length
        return ofPlace > 0 && ofPlace < conditions.length
      }),
    },
  }
}

function groupByField(paths: readonly string[]): Map<string, string[]> {
  const byField = new Map<string, string[]>()
  for (const path of paths) {
    const [root, field = ''] = path.split('.', 2)
    if (root === 'Fields') byField.set(field, [...(byField.get(field) ?? []), path])
  }
  return byField
}

const isPlacePath = (path: string): boolean => path.startsWith('CurrentLocation.')

function evaluateChanges(
  { indexes }: TypeRules,
  changes: readonly ValueChange[],
  valueAfter: ValueReader,
): RuleOutcome {
  const fired = new Map<RuleDefinition, FiredRule>()
  let flipped = false
  for (const { path, before, after } of changes) {
    const index = indexes.get(path)
    if (!index || isSameValue(before, after)) continue
    const newlyMet = index.newlyMet(before, after)
    for (const rule of newlyMet.flatMap((group) => group.candidates(valueAfter))) {
      // The condition did not match before, so the rule did not hold either.
      if (!fired.has(rule) && meetsAll(rule, indexes, valueAfter))
        fired.set(rule, { rule, path, value: after })
    }
    flipped ||= newlyMet.length > 0 || index.newlyMet(after, before).length > 0
  }
  return flipped ? { fired: [...fired.values()], flipped } : NOTHING
}

const meetsAll = (
  { conditions }: RuleDefinition,
  indexes: ReadonlyMap<string, ConditionIndex> | undefined,
  valueOf: ValueReader,
): boolean =>
  conditions.every((condition) =>
    meets(valueOf(condition.path), condition, indexes?.get(condition.path)?.order),
  )
