import type { ServiceParts } from '@wardtrack/access'
import { type MirthTest, messages, type RuleWebhook } from '@wardtrack/contracts'
import type { Database, NotificationRuleDoc, Types } from '@wardtrack/database'
import { makeSigningSecret, signingSecrets, testAddress } from '@wardtrack/outbound'
import { invalidMember } from '@wardtrack/service-kit'

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
export async function webhookSecretSince(db: Database, rule: Types.ObjectId): Promise<Date | undefined> {
  const state = await db.models.deliveryAddresses.findOne({ _id: webhookAddressId(rule.toHexString()) })
  return state?.secret?.createdAt
}

/** Sends a test without data to the webhook of a rule. @throws ApiError 400 when it has none */
export async function testRuleWebhook(parts: Parts, rule: Rule): Promise<MirthTest> {
  const { address } = webhookOf(rule)
  const secrets = await webhookSecrets(parts, rule._id.toHexString())
  return testAddress({ address, secrets }, 'Webhook', { allowed: parts.outboundAllow ?? [] })
}

/**
 * Creates the signing secret of a rule's webhook and returns it only this time. @throws ApiError 400 when the rule
 * has no webhook
 */
export async function makeWebhookSecret(parts: Parts, rule: Rule): Promise<string> {
  webhookOf(rule)
  return makeSigningSecret(parts, webhookAddressId(rule._id.toHexString()))
}

/** Deletes the secret of a deleted rule. */
export async function forgetWebhook(db: Database, rule: Types.ObjectId): Promise<void> {
  await db.models.deliveryAddresses.deleteOne({ _id: webhookAddressId(rule.toHexString()) })
}

function webhookOf({ Webhook }: Rule): RuleWebhook {
  if (!Webhook) throw invalidMember('Webhook', messages.webhookMissing)
  return Webhook
}
