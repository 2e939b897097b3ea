export { type PlaceReader, type RuleSubject, valueAt } from './asset-values.ts'
export { isSameValue, rankOf } from './compare-values.ts'
export {
  type DocumentRuleUpdate,
  documentRuleUpdate,
  type MemberChanges,
  newAssetRaises,
  withRules,
} from './document-update.ts'
export { type AssetEdit, type EditAsset, editAssets } from './edit-assets.ts'
export type { FiredRule, RuleCondition, RuleDefinition, RuleValue } from './rule.types.ts'
export type { ActiveRules, RuleCache } from './rule-cache.ts'
export { createRuleEvaluation, type RuleEvaluation } from './rule-evaluation.ts'
export { assetRuleFields, notificationField, optionOrder, type RuleField } from './rule-fields.ts'
export type { RuleSet, WatchedPaths } from './rule-set.ts'
export type { RuleStates } from './rule-states.ts'
export {
  type AssetRuleState,
  beginRuleStep,
  pushRaised,
  type RuleStep,
  ruleUpdate,
  toPending,
} from './rule-step.ts'
