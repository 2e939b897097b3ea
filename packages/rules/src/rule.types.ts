import type { NotificationPriority } from '@wardtrack/contracts'

/** Value at a stored path of an asset, as rules compare it; undefined when there is no value. */
export type RuleValue = string | number | boolean | readonly (string | number | boolean)[] | undefined

/** A requirement on one value of an asset. */
export type RuleCondition =
  /**
   * the value is one of the texts; with `absent`, a missing value also matches. Numbers and booleans are compared as
   * texts
   */
  | { path: string; operator: 'any-of'; texts: readonly string[]; absent: boolean }
  /** its number, or its position among the options of its field, is below or above the limit */
  | { path: string; operator: 'less-than' | 'greater-than'; limit: number }

/** An enabled rule. It fires when an asset starts to meet all of its conditions. */
export type RuleDefinition = {
  /** unique among notification rules and asset rules */
  id: string
  kind: 'rule' | 'asset-rule'
  name: string
  priority: NotificationPriority
  assetType: string
  /** one or more conditions, all of which must hold */
  conditions: readonly RuleCondition[]
}

/** A change of one value. */
export type ValueChange = { path: string; before: RuleValue; after: RuleValue }

/** A fired rule, with the path and value that fired it. */
export type FiredRule = { rule: RuleDefinition; path: string; value: RuleValue }

/** Positions of each field's options, by asset type and path. */
export type OptionOrders = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>
