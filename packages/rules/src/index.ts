export { type PlaceReader, type RuleSubject, valueAt } from './asset-values.ts'
export { isSameValue, rankOf } from './compare-values.ts'
export {
  type AssetEdit,
  createRuleEvaluation,
  type DocumentRuleUpdate,
  documentRuleUpdate,
  type EditAsset,
  editAssets,
  type MemberChanges,
  newAssetRaises,
  type RuleEvaluation,
  type RuleStates,
  withRules,
} from './edit-assets.ts'
export type { FiredRule, RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'
export type { ActiveRules, RuleCache } from './rule-cache.ts'
export { assetRuleFields, notificationField, optionOrder, type RuleField } from './rule-fields.ts'
export type { RuleSet, WatchedPaths } from './rule-set.ts'
export {
  type AssetRuleState,
  beginRuleStep,
  pushRaised,
  type RuleStep,
  ruleUpdate,
  toPending,
} from './rule-step.ts'
