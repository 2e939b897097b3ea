export { RulePage } from './rule-page.tsx'
export { RuleTable } from './rule-table.tsx'
export { ValueInput } from './value-input.tsx'
