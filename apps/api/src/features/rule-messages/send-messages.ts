import type { ServiceParts } from '@wardtrack/access'
import type { NotificationDoc, NotificationRuleDoc, RuleMessageDoc } from '@wardtrack/database'
import { addDeliveries } from '@wardtrack/outbound'
import { type MailSettings, readMailSettings, readTimeZone } from '../mail/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { firstPerAsset, plainMessages } from '../notifications/index.ts'
import { composeMail, type MailPayload, mailIdOf } from './compose-mail.ts'
import { findMailRecipients } from './recipients.ts'
import { readNotifications, readRules } from './rule-messages.store.ts'

/** Maximum number of notifications, and of assets in each, that one webhook lists. */
const MAX_NOTIFICATIONS = 200
const MAX_ASSETS = 200

/**
 * Returns the JSON body of a webhook. The top-level `count` is the number of notifications. Each notification has the
 * number of its assets in `count`, the first of them as a list, and the number of firings in `times`.
 */
function webhookPayload(
  id: string,
  { _id, Name, Priority }: NotificationRuleDoc,
  notifications: readonly NotificationDoc[],
  messages: readonly string[],
): string {
  return JSON.stringify({
    id,
    rule: { id: _id.toHexString(), name: Name, priority: Priority },
    count: notifications.length,
    notifications: notifications.slice(0, MAX_NOTIFICATIONS).map((doc, index) => ({
      id: doc._id,
      message: messages[index] ?? '',
      createdAt: doc.createdAt.toISOString(),
      AssetType: doc.AssetType,
      field: doc.field,
      ...(doc.value === undefined ? {} : { value: doc.value }),
      ...assetsOf(doc),
    })),
  })
}

function assetsOf({ entries }: NotificationDoc) {
  const assets = firstPerAsset(entries)
  return {
    count: assets.length,
    times: entries.length,
    assets: assets
      .slice(0, MAX_ASSETS)
      .map(({ AssetId, place, at }) => ({ AssetId, place, at: at.toISOString() })),
  }
}

/** Dependencies of sending. */
export type MessageParts = Pick<ServiceParts, 'db' | 'keyRing' | 'log'> & { metadata: MetadataStore }

/** Closed message with its current rule and its notifications. */
type Content = {
  message: RuleMessageDoc
  rule: NotificationRuleDoc
  notifications: readonly NotificationDoc[]
  texts: readonly string[]
}

/**
 * Adds closed messages to the outbox, as one mail per recipient and one webhook. Their ids derive from the message's
 * id, so repeating this after a crash adds no duplicates. A message of a deleted rule is not sent.
 * @returns ids of completed messages: one that cannot be sent now does not delay others
 */
export async function sendMessages(
  parts: MessageParts,
  messages: readonly RuleMessageDoc[],
): Promise<string[]> {
  const { db, log, metadata } = parts
  const [rules, mail, timeZone, mapping] = await Promise.all([
    readRules(
      db,
      messages.map(({ rule }) => rule),
    ),
    readMailSettings(parts),
    readTimeZone(db),
    metadata.read(),
  ])
  const send = async (message: RuleMessageDoc): Promise<void> => {
    const rule = rules.get(message.rule)
    const notifications = rule ? await readNotifications(db, message.notifications) : []
    if (!rule || notifications.length === 0) return
    const texts = await plainMessages(db, mapping, notifications)
    const content = { message, rule, notifications, texts }
    if (rule.Mail && mail) await addMails(parts, content, mail, timeZone)
    if (rule.Webhook) await addWebhook(parts, content)
  }
  const sent: string[] = []
  for (const message of messages)
    try {
      await send(message)
      sent.push(message._id)
    } catch (error) {
      log.warn({ err: error, message: message._id }, 'a message of a rule is sent later')
    }
  return sent
}

async function addMails(
  { db }: MessageParts,
  { message, rule, notifications, texts }: Content,
  { server, consoleAddress }: MailSettings,
  timeZone: string,
): Promise<void> {
  const [first] = notifications
  if (!first) return
  const ofPatients = notifications.some(({ ofPatient }) => ofPatient)
  const users = await findMailRecipients(db, { audience: first.audience, ofPatient: ofPatients })
  const content = { notifications, messages: texts, consoleAddress, timeZone }
  const byLanguage = new Map<string, ReturnType<typeof composeMail>>()
  const deliveries = users.map(({ _id, preferences }) => {
    const language = preferences?.language ?? ''
    const composed = byLanguage.get(language) ?? composeMail(content, language)
    byLanguage.set(language, composed)
    const user = _id.toHexString()
    const id = `${message._id}|${user}`
    const payload: MailPayload = {
      rule: rule._id.toHexString(),
      user,
      ...composed,
      messageId: mailIdOf(id, server.from),
    }
    return { id, payload: JSON.stringify(payload), ofPatients }
  })
  await addDeliveries(db, 'Mail', deliveries)
}

async function addWebhook(
  { db }: MessageParts,
  { message, rule, notifications, texts }: Content,
): Promise<void> {
  const ofPatients = notifications.some(({ ofPatient }) => ofPatient)
  const payload = webhookPayload(message._id, rule, notifications, texts)
  await addDeliveries(db, 'Webhook', [{ id: message._id, payload, ofPatients, lane: message.rule }])
}
