import { type Database, type NotificationDoc, type NotificationRuleDoc, trusted } from '@wardtrack/database'
import { readTimeZone } from '../mail/index.ts'
import { type RaisedNotification, STORM_MS } from '../notifications/index.ts'
import { quietUntil } from './quiet-hours.ts'
import { addToMessage, type PlannedMessage, readRules } from './rule-messages.store.ts'

/**
 * Plans mails and webhooks for notifications of rules that use them: immediately, after a storm, or at the end of
 * quiet hours. The plan depends on the time when a notification was stored, so repeating it, also after a crash,
 * gives the same result.
 */
export async function planMessages(db: Database, raised: readonly RaisedNotification[]): Promise<void> {
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
export function planOf(
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
