import type { NotificationPriority } from '@wardtrack/contracts'

/** What a stored path of an asset holds, as rules compare it; undefined where there is no value. */
export type RuleValue = string | number | boolean | readonly (string | number | boolean)[] | undefined

/** What one value of an asset must be. */
export type RuleCondition =
  /** it is one of the texts; `absent`: or there is no value. Numbers and booleans are compared as texts */
  | { path: string; operator: 'any-of'; texts: readonly string[]; absent: boolean }
  /** its number, or its position among the options of its field, is below or above the limit */
  | { path: string; operator: 'less-than' | 'greater-than'; limit: number }

/** A rule that is switched on: it fires when an asset comes to meet all of its conditions. */
export type RuleDefinition = {
  /** unique among both kinds */
  id: string
  kind: 'rule' | 'asset-rule'
  name: string
  priority: NotificationPriority
  assetType: string
  /** one or more */
  conditions: readonly RuleCondition[]
}

/** A change of one value. */
export type ValueChange = { path: string; before: RuleValue; after: RuleValue }

/** A rule that fires, with the value that made it. */
export type FiredRule = { rule: RuleDefinition; path: string; value: RuleValue }

/** The order of a field's options, by asset type and path: the position of each option. */
export type OptionOrders = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>
