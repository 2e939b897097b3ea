export { createRuleMessages } from './create-rule-messages.ts'
