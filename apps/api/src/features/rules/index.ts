export { webhookSecrets } from './notification-rules.service.ts'
export { ruleRoutes } from './rules.routes.ts'
