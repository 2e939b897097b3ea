import {
  type Actor,
  repeatUntilWritten,
  requireRevision,
  type ServiceParts,
  type SessionActor,
  sessionOf,
} from '@wardtrack/access'
import {
  type calls,
  type ErrorDetail,
  type MirthTest,
  messages,
  type NotificationRule,
  type RuleWebhook,
  raiseValueText,
} from '@wardtrack/contracts'
import { type Database, type NotificationRuleDoc, revisionOf, type Types } from '@wardtrack/database'
import {
  AddressNotAllowed,
  checkAddress,
  isConfidentialAddress,
  makeSigningSecret,
  signingSecrets,
  testAddress,
} from '@wardtrack/outbound'
import { mayKnowType, PATIENT, UNFLAGGED_VIEWER } from '@wardtrack/patient-rule'
import { type Handler, invalid, invalidMember } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { checkAudience, findRecipients } from './audience.ts'
import { checkRule } from './check-rule.ts'
import { addRule, changeRule, deleteRule, findRules, findVisibleRule } from './notification-rules.store.ts'

/** Returns the storage id of the signing secret of a rule's webhook. @param rule its id, hexadecimal */
const webhookAddressId = (rule: string): string => `webhook-${rule}`

type Parts = Pick<ServiceParts, 'db' | 'keyRing' | 'outboundAllow'>
type Rule = Pick<NotificationRuleDoc, '_id' | 'Webhook'>

/** Reads the current signing secrets of a rule's webhook. @param rule its id, hexadecimal */
export async function webhookSecrets(
  { db, keyRing }: Pick<Parts, 'db' | 'keyRing'>,
  rule: string,
): Promise<string[]> {
  const id = webhookAddressId(rule)
  return signingSecrets(keyRing, id, await db.models.deliveryAddresses.findOne({ _id: id }))
}

/** Reads the creation time of a webhook's secret; undefined when it is not signed. */
async function webhookSecretSince(db: Database, rule: Types.ObjectId): Promise<Date | undefined> {
  const state = await db.models.deliveryAddresses.findOne({ _id: webhookAddressId(rule.toHexString()) })
  return state?.secret?.createdAt
}

/** Sends a test without data to the webhook of a rule. @throws ApiError 400 when it has none */
async function testRuleWebhook(parts: Parts, rule: Rule): Promise<MirthTest> {
  const { address } = webhookOf(rule)
  const secrets = await webhookSecrets(parts, rule._id.toHexString())
  return testAddress({ address, secrets }, 'Webhook', { allowed: parts.outboundAllow ?? [] })
}

/**
 * Creates the signing secret of a rule's webhook and returns it only this time. @throws ApiError 400 when the rule
 * has no webhook
 */
async function makeWebhookSecret(parts: Parts, rule: Rule): Promise<string> {
  webhookOf(rule)
  return makeSigningSecret(parts, webhookAddressId(rule._id.toHexString()))
}

/** Deletes the secret of a deleted rule. */
async function forgetWebhook(db: Database, rule: Types.ObjectId): Promise<void> {
  await db.models.deliveryAddresses.deleteOne({ _id: webhookAddressId(rule.toHexString()) })
}

function webhookOf({ Webhook }: Rule): RuleWebhook {
  if (!Webhook) throw invalidMember('Webhook', messages.webhookMissing)
  return Webhook
}

const MIN_REASON_LENGTH = 10

/** Members of a rule that decide where it may be sent. */
type Telling = Pick<NotificationRuleDoc, 'NotificationAssetType' | 'Audience' | 'Mail'> & {
  Webhook?: RuleWebhook | null
}

/**
 * Checks the mail and webhook of a rule. Only users with the patient-data flag create and change rules about
 * patients, so only they give such a rule an address.
 * @param before stored rule: its address was checked when saved, and each call checks it again
 * @throws ApiError 400 for mail to everybody, a forbidden address, or patients over plain http without a reason
 */
async function checkRecipients(
  { outboundAllow: allowed = [] }: Pick<ServiceParts, 'outboundAllow'>,
  { NotificationAssetType, Audience, Mail, Webhook }: Telling,
  before?: Pick<Telling, 'Webhook'>,
): Promise<void> {
  const errors: ErrorDetail[] = []
  if (Mail && Audience.privileges.length + Audience.users.length === 0)
    errors.push({ path: 'Mail', message: messages.mailNeedsRecipients })
  if (Webhook) {
    const isNew = Webhook.address !== before?.Webhook?.address
    const fault = isNew ? await addressFault(Webhook.address, allowed) : undefined
    if (fault !== undefined) errors.push({ path: 'Webhook.address', message: fault })
    else if (
      NotificationAssetType === PATIENT &&
      Webhook.plainHttpReason.length < MIN_REASON_LENGTH &&
      !isConfidentialAddress(Webhook.address)
    )
      errors.push({ path: 'Webhook.plainHttpReason', message: messages.httpsNeeded })
  }
  if (errors.length > 0) throw invalid(errors)
}

async function addressFault(address: string, allowed: readonly string[]): Promise<string | undefined> {
  try {
    await checkAddress(address, { allowed })
    return undefined
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    return error.malformed ? messages.addressNeeded : messages.addressRefused
  }
}

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
