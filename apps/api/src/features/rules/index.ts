export { webhookSecrets } from './rule-webhook.ts'
export { ruleRoutes } from './rules.routes.ts'
