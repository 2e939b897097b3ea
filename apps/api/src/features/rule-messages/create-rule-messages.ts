import type { ServiceParts } from '@wardtrack/access'
import type { RuleChannel } from '@wardtrack/contracts'
import { type Database, type NotificationDoc, type NotificationRuleDoc, trusted } from '@wardtrack/database'
import {
  createOutboxWorker,
  type OutboxSender,
  type OutboxTimes,
  type OutboxWorker,
  showOutboxFigures,
} from '@wardtrack/outbound'
import { readMailSettings, readTimeZone } from '../mail/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { type RaisedNotification, STORM_MS } from '../notifications/index.ts'
import { createMailSender } from './mail-sender.ts'
import { startMessageRelay } from './message-relay.ts'
import { quietUntil } from './quiet-hours.ts'
import { addToMessage, type PlannedMessage, readRules } from './rule-messages.store.ts'
import { createWebhookSender } from './webhook-sender.ts'

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
