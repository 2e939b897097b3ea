import {
  type Database,
  isDuplicateKey,
  type NotificationDoc,
  type NotificationRuleDoc,
  type RuleMessageDoc,
  Types,
  trusted,
} from '@wardtrack/database'

/** Messages of one look. */
const PAGE = 100

/** A notification and the message by which it is to be told. */
export type PlannedMessage = { id: string; rule: string; notification: string; dueAt: Date }

/**
 * Puts a notification into its message while that is open, and into one of its own when it is closed. What stands in a
 * message already stays where it is, so that this may be repeated.
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
 * Closes what is due, so that what it tells of is settled, and gives it together with what was closed before and not
 * sent. Each call gives a few.
 */
export async function closeDueMessages(db: Database): Promise<RuleMessageDoc[]> {
  await db.models.ruleMessages.updateMany(
    { state: 'open', dueAt: trusted({ $lte: new Date() }) },
    { $set: { state: 'closed' } },
  )
  return db.models.ruleMessages.find({ state: 'closed' }).sort({ dueAt: 1 }).limit(PAGE)
}

/** Notes that messages stand in the outbox. */
export async function settleMessages(db: Database, ids: readonly string[]): Promise<void> {
  await db.models.ruleMessages.updateMany({ _id: trusted({ $in: [...ids] }) }, { $set: { state: 'done' } })
}

/** Forgets messages of before a time: nothing that they tell of is raised again. */
export async function forgetMessages(db: Database, before: Date): Promise<void> {
  await db.models.ruleMessages.deleteMany({ state: 'done', dueAt: trusted({ $lt: before }) })
}

/** Rules by their ids; what is gone is left out. */
export async function readRules(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NotificationRuleDoc>> {
  const distinct = [...new Set(ids)].map((id) => new Types.ObjectId(id))
  if (distinct.length === 0) return new Map()
  const rules = await db.models.notificationRules.find({ _id: trusted({ $in: distinct }) })
  return new Map(rules.map((rule) => [rule._id.toHexString(), rule]))
}

/** Notifications by their ids, oldest first. */
export const readNotifications = async (db: Database, ids: readonly string[]): Promise<NotificationDoc[]> =>
  db.models.notifications.find({ _id: trusted({ $in: [...ids] }) }).sort({ createdAt: 1 })
