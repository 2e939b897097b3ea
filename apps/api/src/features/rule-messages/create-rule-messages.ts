import type { ServiceParts } from '@wardtrack/access'
import type { RuleChannel } from '@wardtrack/contracts'
import {
  createOutboxWorker,
  type OutboxSender,
  type OutboxTimes,
  type OutboxWorker,
  showOutboxFigures,
} from '@wardtrack/outbound'
import { readMailSettings } from '../mail/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import type { RaisedNotification } from '../notifications/index.ts'
import { createMailSender } from './mail-sender.ts'
import { startMessageRelay } from './message-relay.ts'
import { planMessages } from './plan-messages.ts'
import { createWebhookSender } from './webhook-sender.ts'

/** What rules send out of the house. */
export type RuleMessages = {
  /** sees to it that notifications are told by mail and webhook; durable when it resolves, and repeatable */
  plan(raised: readonly RaisedNotification[]): Promise<void>
  /** tries what is due at once, although a receiver was away at the last attempts */
  resume(): void
  /** takes nothing more out of the outbox */
  stop(): void
  close(): Promise<void>
}

/** A mail server answers slowly when it looks at what it is sent, and is not asked every second when it is away. */
const MAIL_TIMES = { firstPauseMs: 5_000, longestPauseMs: 300_000, timeoutMs: 60_000, leaseMs: 120_000 }
/** What a rule has to say is old after two days. */
const MAX_DAYS = 2
/** Webhooks go to many addresses, of which some may be slow. */
const WEBHOOKS_AT_A_TIME = 16

/** Starts them in this process: what is due goes out from now on. */
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
