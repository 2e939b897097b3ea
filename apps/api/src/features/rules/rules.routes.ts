import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createAssetRuleService } from './asset-rules.service.ts'
import { createNotificationRuleService, type RuleParts } from './notification-rules.service.ts'

/** Creates the calls of asset rules and notification rules. */
export function ruleRoutes(parts: RuleParts): ServedCall<Actor>[] {
  const assetRules = createAssetRuleService(parts)
  const notificationRules = createNotificationRuleService(parts)
  return [
    serve(calls.setRule)<Actor>(assetRules.set),
    serve(calls.getRule)<Actor>(assetRules.list),
    serve(calls.removeRule)<Actor>(assetRules.remove),
    serve(calls.createNotificationRule)<Actor>(notificationRules.create),
    serve(calls.getNotificationRules)<Actor>(notificationRules.list),
    serve(calls.notificationRule)<Actor>(notificationRules.read),
    serve(calls.changeNotificationRule)<Actor>(notificationRules.change),
    serve(calls.deleteNotificationRule)<Actor>(notificationRules.delete),
    serve(calls.testRuleWebhook)<Actor>(notificationRules.testWebhook),
    serve(calls.makeRuleWebhookSecret)<Actor>(notificationRules.makeWebhookSecret),
    serve(calls.notificationRecipients)<Actor>(notificationRules.recipients),
  ]
}
