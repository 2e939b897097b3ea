export { RuleTable as Page } from '../../features/notification-rules/index.ts'
