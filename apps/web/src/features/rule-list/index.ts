export { useRuleActionColumns } from './rule-action-columns.tsx'
export { RuleList } from './rule-list.tsx'
export { useRulePage } from './rule-page-state.ts'
