import type { ServiceParts } from '@wardtrack/access'
import { messages, type RuleChannel } from '@wardtrack/contracts'
import {
  type Database,
  type DeliveryDoc,
  type NotificationDoc,
  type NotificationRuleDoc,
  Types,
  trusted,
} from '@wardtrack/database'
import {
  answerResult,
  createOutboxWorker,
  deliveryHeaders,
  deliveryKey,
  failureOf,
  isAccepted,
  mailResult,
  type OutboxSender,
  type OutboxTimes,
  type OutboxWorker,
  postJson,
  readAddress,
  resolveTarget,
  sendMail,
  showOutboxFigures,
} from '@wardtrack/outbound'
import { readMailSettings, readTimeZone } from '../mail/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { type RaisedNotification, STORM_MS } from '../notifications/index.ts'
import { webhookSecrets } from '../rules/index.ts'
import type { MailPayload } from './compose-mail.ts'
import { quietUntil } from './quiet-hours.ts'
import { mayGetMail } from './recipients.ts'
import {
  addToMessage,
  closeDueMessages,
  forgetMessages,
  type PlannedMessage,
  readRules,
  settleMessages,
} from './rule-messages.store.ts'
import { type MessageParts, sendMessages } from './send-messages.ts'

/** Relay that adds messages to the outbox when they are due. */
type MessageRelay = {
  /** checks for due messages now */
  wake(): void
  close(): Promise<void>
}

const LOOK_MS = 1_000
const CLEAN_MS = 3_600_000
/** Retention of sent messages: longer than a fired rule can be raised again. */
const REMEMBER_MS = 7 * 86_400_000

/**
 * Starts the relay of a process. Several processes may check concurrently, because each step can be repeated.
 * @param onSent called after new entries are in the outbox
 */
function startMessageRelay(parts: MessageParts, onSent: () => void): MessageRelay {
  const { db, log } = parts
  let work: Promise<void> | undefined
  let lookAgain = false
  let isClosed = false
  let cleanedAt = performance.now()

  const look = async (): Promise<void> => {
    for (;;) {
      const due = await closeDueMessages(db)
      if (due.length === 0) break
      const sent = await sendMessages(parts, due)
      await settleMessages(db, sent)
      if (sent.length > 0) onSent()
      // Unsent messages are retried at the next check.
      if (sent.length < due.length) break
    }
    if (performance.now() - cleanedAt < CLEAN_MS) return
    cleanedAt = performance.now()
    await forgetMessages(db, new Date(Date.now() - REMEMBER_MS))
  }
  const wake = (): void => {
    lookAgain = true
    if (work || isClosed) return
    work = (async () => {
      while (lookAgain && !isClosed) {
        lookAgain = false
        await look()
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'messages of rules are sent later'))
      .finally(() => {
        work = undefined
      })
  }
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  return {
    wake,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await work
    },
  }
}

/** Sends webhooks to the current addresses of their rules. */
function createWebhookSender(parts: ServiceParts): OutboxSender {
  const { db, outboundAllow: allowed = [] } = parts
  return {
    send: async ({ entry }, signal) => {
      const { rule: sent } = JSON.parse(entry.payload) as { rule: { id: string } }
      const rule = await db.models.notificationRules.findOne({ _id: new Types.ObjectId(sent.id) })
      if (!rule?.Webhook) return { state: 'failed', reason: 'webhook-removed' }
      const { address } = rule.Webhook
      const headers = deliveryHeaders(deliveryKey(entry), entry.payload, await webhookSecrets(parts, sent.id))
      try {
        const target = await resolveTarget(address, { allowed })
        const status = await postJson(target, entry.payload, headers, signal)
        auditDelivery(parts, entry, address, status)
        const result = answerResult(status)
        // Each rule has a separate address, so one that fails does not delay others.
        return result.state === 'unavailable' ? { ...result, state: 'refused', isLaneAway: true } : result
      } catch (error) {
        return {
          state: 'refused',
          reason: failureOf(signal.aborted ? signal.reason : error),
          isLaneAway: true,
        }
      }
    },
    close: () => undefined,
  }
}

/**
 * Records in the audit log where a webhook about patients was sent: when it was accepted, or at the first refusal.
 */
function auditDelivery({ access }: ServiceParts, entry: DeliveryDoc, address: string, status: number): void {
  const isTaken = isAccepted(status)
  if (!entry.ofPatients || (!isTaken && entry.attempts > 1)) return
  const { notifications } = JSON.parse(entry.payload) as { notifications: { count: number }[] }
  access.audit.note({
    actor: 'wardtrack',
    action: 'DELIVER Webhook',
    target: { type: 'notification', id: deliveryKey(entry) },
    address: readAddress(address).host,
    outcome: isTaken ? 'ok' : 'refused',
    status,
    details: { patients: notifications.reduce((sum, { count }) => sum + count, 0) },
  })
}

/** Sends mails to the mail server, each to the current address of its recipient. */
function createMailSender(parts: Pick<ServiceParts, 'db' | 'keyRing' | 'outboundAllow'>): OutboxSender {
  return {
    send: async ({ entry }, signal) => {
      const { user, subject, text, messageId } = JSON.parse(entry.payload) as MailPayload
      const [settings, recipient] = await Promise.all([
        readMailSettings(parts),
        parts.db.models.users.findOne({ _id: new Types.ObjectId(user) }),
      ])
      if (!mayGetMail(recipient, entry.ofPatients ?? false))
        return { state: 'failed', reason: 'recipient-without-mail' }
      // The mail server has just been removed: the worker drops waiting mails.
      if (!settings) return { state: 'refused', reason: messages.mailServerMissing }
      const mail = { to: recipient.email, subject, text, messageId }
      const answer = await sendMail(settings.server, mail, { allowed: parts.outboundAllow ?? [] }, signal)
      return mailResult(answer)
    },
    close: () => undefined,
  }
}

/**
 * Plans mails and webhooks for notifications of rules that use them: immediately, after a storm, or at the end of
 * quiet hours. The plan depends on the time when a notification was stored, so repeating it, also after a crash,
 * gives the same result.
 */
async function planMessages(db: Database, raised: readonly RaisedNotification[]): Promise<void> {
  if (raised.length === 0) return
  const rules = await readRules(
    db,
    raised.map(({ rule }) => rule),
  )
  const sent = raised.filter(({ rule }) => leavesTheHouse(rules.get(rule)))
  if (sent.length === 0) return
  const [docs, timeZone] = await Promise.all([
    db.models.notifications.find({ _id: trusted({ $in: sent.map(({ notification }) => notification) }) }),
    readTimeZone(db),
  ])
  for (const doc of docs) {
    const rule = rules.get(doc.rule)
    const planned = rule && planOf(doc, rule, timeZone)
    if (planned) await addToMessage(db, planned)
  }
}

const leavesTheHouse = (rule: NotificationRuleDoc | undefined): boolean =>
  rule !== undefined && (rule.Mail === true || rule.Webhook !== undefined)

/** Returns the message of a notification and its due time; undefined for notifications shown only in the console. */
function planOf(
  { _id, rule, createdAt, storm }: Pick<NotificationDoc, '_id' | 'rule' | 'createdAt' | 'storm'>,
  { QuietHours }: Pick<NotificationRuleDoc, 'QuietHours'>,
  timeZone: string,
): PlannedMessage | undefined {
  const end = QuietHours ? quietUntil(createdAt, QuietHours, timeZone) : undefined
  if (end && QuietHours?.afterwards === 'nothing') return undefined
  const id = end ? `${rule}|${end.toISOString()}` : _id
  // During a storm, further assets are added to its notification.
  const dueAt = end ?? (storm ? new Date(createdAt.getTime() + STORM_MS) : createdAt)
  return { id, rule, notification: _id, dueAt }
}

/** Mails and webhooks of rules. */
export type RuleMessages = {
  /** plans mails and webhooks for notifications; durable when it resolves, and safe to repeat */
  plan(raised: readonly RaisedNotification[]): Promise<void>
  /** retries due messages immediately, even if a receiver was unreachable before */
  resume(): void
  /** takes no further messages from the outbox */
  stop(): void
  close(): Promise<void>
}

/** Mail servers respond slowly while they scan content, and unreachable ones are not retried every second. */
const MAIL_TIMES = { firstPauseMs: 5_000, longestPauseMs: 300_000, timeoutMs: 60_000, leaseMs: 120_000 }
/** Days until an unsent message expires. */
const MAX_DAYS = 2
/** Webhooks go to many addresses, some of them slow. */
const WEBHOOKS_AT_A_TIME = 16

/** Starts sending messages in this process. */
export function createRuleMessages(parts: ServiceParts & { metadata: MetadataStore }): RuleMessages {
  const { db, bus, log, limits, metrics } = parts
  const startWorker = (
    kind: RuleChannel,
    sender: OutboxSender,
    address: () => Promise<string | undefined>,
    options: { maxConcurrent?: number; times?: Partial<OutboxTimes> },
  ): OutboxWorker =>
    createOutboxWorker({
      db,
      log,
      kind,
      sender,
      address,
      limits: { outbox: limits.outbox, outboxDays: Math.min(limits.outboxDays, MAX_DAYS) },
      onFigures: (figures) => showOutboxFigures(metrics, { kind, ...figures }),
      ...options,
    })
  const workers = [
    startWorker('Mail', createMailSender(parts), async () => (await readMailSettings(parts))?.revision, {
      times: MAIL_TIMES,
    }),
    startWorker('Webhook', createWebhookSender(parts), async () => 'webhooks', {
      maxConcurrent: WEBHOOKS_AT_A_TIME,
    }),
  ]
  const wakeWorkers = (): void => {
    for (const worker of workers) worker.wake()
  }
  const relay = startMessageRelay(parts, wakeWorkers)
  const unsubscribe = bus.subscribe('config.changed', ({ what }) => {
    if (what === 'settings') wakeWorkers()
  })
  return {
    plan: async (raised) => {
      await planMessages(db, raised)
      relay.wake()
    },
    resume: () => {
      for (const worker of workers) worker.resume()
    },
    stop: () => {
      unsubscribe()
      for (const worker of workers) worker.stop()
    },
    close: async () => {
      unsubscribe()
      await relay.close()
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}
