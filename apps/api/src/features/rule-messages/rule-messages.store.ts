import {
  type Database,
  isDuplicateKey,
  type NotificationDoc,
  type NotificationRuleDoc,
  type RuleMessageDoc,
  Types,
  trusted,
} from '@wardtrack/database'

/** Messages per check. */
const PAGE = 100

/** Notification with its planned message. */
export type PlannedMessage = { id: string; rule: string; notification: string; dueAt: Date }

/**
 * Adds a notification to its open message, or to a new one when it is closed. Notifications already in a message stay
 * there, so this can be repeated.
 */
export async function addToMessage(db: Database, planned: PlannedMessage): Promise<void> {
  const { id: _id, rule, notification, dueAt } = planned
  try {
    await db.models.ruleMessages.updateOne(
      { _id, state: 'open' },
      {
        $addToSet: { notifications: notification },
        $setOnInsert: { rule, dueAt, createdAt: new Date() },
      },
      { upsert: true },
    )
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const closed = await db.models.ruleMessages.findOne({ _id })
    if (closed?.state === 'open') return addToMessage(db, planned)
    if (!closed || closed.notifications.includes(notification) || _id === notification) return
    await addToMessage(db, { ...planned, id: notification })
  }
}

/**
 * Closes due messages, which fixes their content, and returns them with earlier closed ones that are not sent. Each
 * call returns a few.
 */
export async function closeDueMessages(db: Database): Promise<RuleMessageDoc[]> {
  await db.models.ruleMessages.updateMany(
    { state: 'open', dueAt: trusted({ $lte: new Date() }) },
    { $set: { state: 'closed' } },
  )
  return db.models.ruleMessages.find({ state: 'closed' }).sort({ dueAt: 1 }).limit(PAGE)
}

/** Marks messages as added to the outbox. */
export async function settleMessages(db: Database, ids: readonly string[]): Promise<void> {
  await db.models.ruleMessages.updateMany({ _id: trusted({ $in: [...ids] }) }, { $set: { state: 'done' } })
}

/** Deletes messages older than a time; their notifications are not raised again. */
export async function forgetMessages(db: Database, before: Date): Promise<void> {
  await db.models.ruleMessages.deleteMany({ state: 'done', dueAt: trusted({ $lt: before }) })
}

/** Reads rules by id; deleted ones are left out. */
export async function readRules(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NotificationRuleDoc>> {
  const distinct = [...new Set(ids)].map((id) => new Types.ObjectId(id))
  if (distinct.length === 0) return new Map()
  const rules = await db.models.notificationRules.find({ _id: trusted({ $in: distinct }) })
  return new Map(rules.map((rule) => [rule._id.toHexString(), rule]))
}

/** Reads notifications by id, oldest first. */
export const readNotifications = async (db: Database, ids: readonly string[]): Promise<NotificationDoc[]> =>
  db.models.notifications.find({ _id: trusted({ $in: [...ids] }) }).sort({ createdAt: 1 })
