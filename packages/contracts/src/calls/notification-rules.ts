import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, assetType, externalId, iso, page, pageSize, shortName } from '../shapes/common.ts'
import { mirthTest } from '../shapes/mirth.ts'
import { assetRule, notificationRule } from '../shapes/notification.ts'
import { notificationRuleChange, notificationRuleForm } from '../shapes/rule-form.ts'

const ruleId = z.object({ id: externalId })
const savedRule = ack.extend({ data: notificationRule })
const sentAssetRule = assetRule.extend({ status: z.boolean().default(false) })

export const notificationRuleCalls = {
  setRule: defineCall(routes.setRule, {
    summary:
      'Store a rule over the values of an asset type; the same name replaces, and switches it on or off',
    patient: true,
    body: z
      .record(assetType, sentAssetRule)
      .refine((rules) => Object.keys(rules).length === 1, 'The rule of one asset type is needed.'),
    response: ack.and(z.record(z.string(), z.unknown())),
  }),
  getRule: defineCall(routes.getRule, {
    summary: 'The rules over values, by asset type',
    patient: true,
    response: z.record(z.string(), z.array(assetRule)),
  }),
  removeRule: defineCall(routes.removeRule, {
    summary: 'Remove a rule over values',
    patient: true,
    body: z.object({ AssetType: assetType, ruleName: shortName }),
    response: ack,
  }),
  createNotificationRule: defineCall(routes.createNotificationRule, {
    summary: 'Add a notification rule',
    patient: true,
    body: notificationRuleForm,
    response: savedRule,
  }),
  getNotificationRules: defineCall(routes.getNotificationRules, {
    summary: 'Notification rules, newest first',
    patient: true,
    query: z.object({ pageSize: pageSize(10), currentPage: page }),
    response: z.object({ data: z.array(notificationRule), count: z.number() }),
  }),
  notificationRule: defineCall(routes.notificationRule, {
    summary: 'One notification rule',
    patient: true,
    params: ruleId,
    response: z.object({ data: notificationRule.extend({ webhookSecretSince: iso.optional() }) }),
  }),
  changeNotificationRule: defineCall(routes.changeNotificationRule, {
    summary: 'Change a notification rule, or switch it off and on; what is not sent stays',
    patient: true,
    params: ruleId,
    body: notificationRuleChange,
    response: savedRule,
  }),
  deleteNotificationRule: defineCall(routes.deleteNotificationRule, {
    summary: 'Delete a notification rule; what it noticed stays',
    patient: true,
    params: ruleId,
    response: ack,
  }),
  notificationRecipients: defineCall(routes.notificationRecipients, {
    summary: 'Privileges and people that a rule can tell; `search` narrows them',
    query: z.object({ search: z.string().trim().max(100).default('') }),
    response: z.object({
      privileges: z.array(z.string()),
      users: z.array(z.object({ username: z.string(), displayName: z.string(), hasMail: z.boolean() })),
      /** true if a mail server is configured */
      mailReady: z.boolean(),
      /** IANA name of the time zone of quiet hours */
      timeZone: z.string(),
    }),
  }),
  testRuleWebhook: defineCall(routes.testRuleWebhook, {
    summary: 'Send a test to the saved webhook of a rule: its status and the beginning of its answer',
    patient: true,
    params: ruleId,
    body: z.object({}).default({}),
    response: z.object({ data: mirthTest }),
  }),
  makeRuleWebhookSecret: defineCall(routes.makeRuleWebhookSecret, {
    summary: 'Make the secret that a webhook is signed with; the one before signs too for a day',
    patient: true,
    params: ruleId,
    body: z.object({}).default({}),
    response: ack.extend({ secret: z.string() }),
  }),
}
