import type { ServiceParts } from '@wardtrack/access'
import { type MirthTest, messages, type RuleWebhook } from '@wardtrack/contracts'
import type { Database, NotificationRuleDoc, Types } from '@wardtrack/database'
import { makeSigningSecret, signingSecrets, testAddress } from '@wardtrack/outbound'
import { invalidMember } from '@wardtrack/service-kit'

/** Under which the signing secret of a rule's webhook is stored. @param rule its id, hexadecimal */
const webhookAddressId = (rule: string): string => `webhook-${rule}`

type Parts = Pick<ServiceParts, 'db' | 'keyRing' | 'outboundAllow'>
type Rule = Pick<NotificationRuleDoc, '_id' | 'Webhook'>

/** The secrets that the webhook of a rule is signed with now. @param rule its id, hexadecimal */
export async function webhookSecrets(
  { db, keyRing }: Pick<Parts, 'db' | 'keyRing'>,
  rule: string,
): Promise<string[]> {
  const id = webhookAddressId(rule)
  return signingSecrets(keyRing, id, await db.models.deliveryAddresses.findOne({ _id: id }))
}

/** When the secret of a rule's webhook was made; undefined while it is not signed. */
export async function webhookSecretSince(db: Database, rule: Types.ObjectId): Promise<Date | undefined> {
  const state = await db.models.deliveryAddresses.findOne({ _id: webhookAddressId(rule.toHexString()) })
  return state?.secret?.createdAt
}

/** Sends a test that tells of nothing to the webhook of a rule. @throws ApiError 400 when it has none */
export async function testRuleWebhook(parts: Parts, rule: Rule): Promise<MirthTest> {
  const { address } = webhookOf(rule)
  const secrets = await webhookSecrets(parts, rule._id.toHexString())
  return testAddress({ address, secrets }, 'Webhook', { allowed: parts.outboundAllow ?? [] })
}

/** Makes the signing secret of a rule's webhook and gives it, this once. @throws ApiError 400 when it has none */
export async function makeWebhookSecret(parts: Parts, rule: Rule): Promise<string> {
  webhookOf(rule)
  return makeSigningSecret(parts, webhookAddressId(rule._id.toHexString()))
}

/** Forgets the secret of a rule that is gone. */
export async function forgetWebhook(db: Database, rule: Types.ObjectId): Promise<void> {
  await db.models.deliveryAddresses.deleteOne({ _id: webhookAddressId(rule.toHexString()) })
}

function webhookOf({ Webhook }: Rule): RuleWebhook {
  if (!Webhook) throw invalidMember('Webhook', messages.webhookMissing)
  return Webhook
}
