import {
  type Actor,
  repeatUntilWritten,
  requireRevision,
  type ServiceParts,
  type SessionActor,
  sessionOf,
} from '@wardtrack/access'
import { type calls, messages, type NotificationRule, raiseValueText } from '@wardtrack/contracts'
import { type NotificationRuleDoc, revisionOf } from '@wardtrack/database'
import { mayKnowType, UNFLAGGED_VIEWER } from '@wardtrack/patient-rule'
import type { Handler } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { checkAudience, findRecipients } from './audience.ts'
import { checkRecipients } from './check-recipients.ts'
import { checkRule } from './check-rule.ts'
import { addRule, changeRule, deleteRule, findRules, findVisibleRule } from './notification-rules.store.ts'
import { forgetWebhook, makeWebhookSecret, testRuleWebhook, webhookSecretSince } from './rule-webhook.ts'

/** Dependencies of the calls about rules. */
export type RuleParts = Pick<ServiceParts, 'db' | 'bus' | 'limits' | 'keyRing' | 'outboundAllow'> & {
  metadata: MetadataStore
}

type NotificationRuleService = {
  create: Handler<Actor, typeof calls.createNotificationRule>
  list: Handler<Actor, typeof calls.getNotificationRules>
  read: Handler<Actor, typeof calls.notificationRule>
  change: Handler<Actor, typeof calls.changeNotificationRule>
  delete: Handler<Actor, typeof calls.deleteNotificationRule>
  recipients: Handler<Actor, typeof calls.notificationRecipients>
  testWebhook: Handler<Actor, typeof calls.testRuleWebhook>
  makeWebhookSecret: Handler<Actor, typeof calls.makeRuleWebhookSecret>
}

/**
 * Creates the service that reads and changes notification rules. Changes are published to every process, because
 * writers of assets evaluate the rules.
 */
export function createNotificationRuleService(parts: RuleParts): NotificationRuleService {
  const { db, metadata, limits } = parts
  const types = async () => (await metadata.read()).types
  return {
    create: async ({ body }, { actor, request, target }) => {
      const viewer = sessionOf(actor)
      const values = await checkRule(db, body, { viewer, mapping: await types(), body: request.body })
      const { Enabled, Audience, MinutesBetween, Mail, Webhook, QuietHours } = body
      const telling = { Enabled, Audience, MinutesBetween, Mail, Webhook, QuietHours }
      await checkAudience(db, Audience)
      await checkRecipients(parts, { ...values, ...telling })
      const rule = await addRule(db, { ...values, ...telling }, limits)
      target('notification-rule', rule._id.toHexString())
      publishRuleChange(parts, [rule.NotificationAssetType])
      return { err: 0 as const, message: messages.ruleSaved, data: ruleAnswer(rule) }
    },
    list: async ({ query }, { actor }) => {
      const page = { page: query.currentPage, pagesize: query.pageSize }
      const { docs, count } = await findRules(db, sessionOf(actor), page)
      return { data: docs.map(ruleAnswer), count }
    },
    read: async ({ params }, { actor }) => {
      const rule = await findVisibleRule(db, sessionOf(actor), params.id)
      const since = await webhookSecretSince(db, rule._id)
      return {
        data: { ...ruleAnswer(rule), ...(since ? { webhookSecretSince: since.toISOString() } : {}) },
      }
    },
    change: async ({ params, body }, { actor, request, target }) => {
      target('notification-rule', params.id)
      const viewer: SessionActor = sessionOf(actor)
      const { revision, Enabled, Audience, MinutesBetween, Mail, Webhook, QuietHours, ...sent } = body
      if (Audience) await checkAudience(db, Audience)
      const { before, after } = await repeatUntilWritten(async () => {
        const read = await findVisibleRule(db, viewer, params.id)
        requireRevision(read, revision)
        const form = { ...toForm(read), ...definedMembers(sent) }
        // A rule that is only switched off or renamed is not checked again, because its field may no longer exist.
        const changesCondition = sent.RaiseValue ?? sent.NotificationField ?? sent.NotificationAssetType
        const values = changesCondition
          ? await checkRule(db, form, { viewer, mapping: await types(), body: request.body })
          : { Name: form.Name, Priority: form.Priority }
        const settings = definedMembers({ Enabled, Audience, MinutesBetween, Mail, Webhook, QuietHours })
        await checkRecipients(parts, { ...read, ...values, ...settings }, read)
        const changed = await changeRule(db, read, { ...values, ...settings })
        return changed && { before: read, after: changed }
      })
      publishRuleChange(parts, [before.NotificationAssetType, after.NotificationAssetType])
      return { err: 0 as const, message: messages.ruleSaved, data: ruleAnswer(after) }
    },
    delete: async ({ params }, { actor, target }) => {
      target('notification-rule', params.id)
      const rule = await repeatUntilWritten(async () =>
        deleteRule(db, await findVisibleRule(db, sessionOf(actor), params.id)),
      )
      await forgetWebhook(db, rule._id)
      publishRuleChange(parts, [rule.NotificationAssetType])
      return { err: 0 as const, message: messages.ruleDeleted }
    },
    recipients: ({ query }) => findRecipients(db, query.search),
    testWebhook: async ({ params }, { actor, target }) => {
      target('notification-rule', params.id)
      const rule = await findVisibleRule(db, sessionOf(actor), params.id)
      return { data: await testRuleWebhook(parts, rule) }
    },
    makeWebhookSecret: async ({ params }, { actor, target }) => {
      target('notification-rule', params.id)
      const rule = await findVisibleRule(db, sessionOf(actor), params.id)
      const secret = await makeWebhookSecret(parts, rule)
      return { err: 0 as const, message: messages.mirthSecretMade, secret }
    },
  }
}

const toForm = ({ operator, values, ...rule }: NotificationRuleDoc) => ({
  Name: rule.Name,
  NotificationAssetType: rule.NotificationAssetType,
  NotificationField: rule.NotificationField,
  RaiseValue: { operator, values },
  Priority: rule.Priority,
})

/** Returns the members that were sent; null is a value. */
const definedMembers = <M extends object>(members: M): { [K in keyof M]?: Exclude<M[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never

/** Publishes a change of rules of asset types. Changes of rules about patients reach only users with the flag. */
export function publishRuleChange({ bus }: Pick<ServiceParts, 'bus'>, assetTypes: readonly string[]): void {
  const isForPatients = assetTypes.every((assetType) => !mayKnowType(UNFLAGGED_VIEWER, assetType))
  bus.publish('config.changed', { what: 'rules', ...(isForPatients ? { ofPatients: true } : {}) })
}

/** Converts a stored rule to its response. */
function ruleAnswer(rule: NotificationRuleDoc): NotificationRule {
  const { _id, Name, NotificationAssetType, NotificationField, Priority, Enabled, createdAt } = rule
  return {
    _id: _id.toHexString(),
    Name,
    NotificationAssetType,
    NotificationField,
    RaiseValue: raiseValueText(rule),
    Priority,
    Enabled,
    Audience: rule.Audience,
    MinutesBetween: rule.MinutesBetween,
    Mail: rule.Mail ?? false,
    Webhook: rule.Webhook ?? null,
    QuietHours: rule.QuietHours ?? null,
    createdAt: createdAt.toISOString(),
    revision: revisionOf(rule),
  }
}
