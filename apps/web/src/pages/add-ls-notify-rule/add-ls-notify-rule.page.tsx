export { RulePage as Page } from '../../features/notification-rules/index.ts'
