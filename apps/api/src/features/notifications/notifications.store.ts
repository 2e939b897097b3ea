import type { SessionActor } from '@wardtrack/access'
import {
  type Database,
  EVERYBODY,
  findPage,
  type NotificationDoc,
  type NotificationReadsDoc,
  type PageRequest,
  privilegeRecipient,
  Types,
  trusted,
  userRecipient,
} from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'

/** Filter of a user's notifications, and the user's read marks. */
export type Reader = { filter: Record<string, unknown>; reads: NotificationReadsDoc }

/**
 * Maximum number of individual read marks of a user; beyond it, all notifications older than the oldest mark count as
 * read.
 */
const MAX_MARKS = 1_000

/** Reads the notification filter and the read marks of the actor. */
export async function readReader(db: Database, actor: SessionActor): Promise<Reader> {
  const [user, reads] = await Promise.all([
    db.models.users.findOne({ _id: new Types.ObjectId(actor.userId) }),
    db.models.notificationReads.findOne({ _id: actor.userId }),
  ])
  const keys = [EVERYBODY, userRecipient(actor.username), ...(user?.privileges ?? []).map(privilegeRecipient)]
  return {
    filter: { audience: trusted({ $in: keys }), ...alertQuery(actor) },
    reads: reads ?? { _id: actor.userId, before: new Date(0), ids: [] },
  }
}

const unreadFilter = ({ filter, reads }: Reader): Record<string, unknown> => ({
  ...filter,
  createdAt: trusted({ $gt: reads.before }),
  ...(reads.ids.length > 0 ? { _id: trusted({ $nin: reads.ids }) } : {}),
})

/** Returns true if a notification was read. */
export const isReadBy =
  ({ reads }: Reader) =>
  ({ _id, createdAt }: NotificationDoc): boolean =>
    createdAt <= reads.before || reads.ids.includes(_id)

/** Finds a page of a user's notifications by the time of the event, newest first. */
export const findNotifications = (
  db: Database,
  reader: Reader,
  { unread, ...page }: PageRequest & { unread: boolean },
): Promise<{ docs: NotificationDoc[]; count: number }> =>
  findPage(
    db.models.notifications,
    unread ? unreadFilter(reader) : reader.filter,
    { eventTime: -1, _id: -1 },
    page,
  )

/** Counts the unread notifications of a user. */
export const countUnread = async (db: Database, reader: Reader): Promise<number> =>
  db.models.notifications.countDocuments(unreadFilter(reader))

/** Finds a notification addressed to the user; null when there is none. */
export const findNotification = async (
  db: Database,
  { filter }: Reader,
  _id: string,
): Promise<NotificationDoc | null> => db.models.notifications.findOne({ ...filter, _id })

/** Marks a notification as read by a user. */
export async function markRead(db: Database, { reads }: Reader, { _id }: NotificationDoc): Promise<void> {
  const { notificationReads, notifications } = db.models
  if (reads.ids.length < MAX_MARKS) {
    await notificationReads.updateOne(
      { _id: reads._id },
      { $addToSet: { ids: _id }, $setOnInsert: { before: reads.before } },
      { upsert: true },
    )
    return
  }
  const ids = [...reads.ids, _id]
  const [oldest] = await notifications
    .find({ _id: trusted({ $in: ids }) })
    .sort({ createdAt: 1 })
    .limit(1)
  const before = oldest && oldest.createdAt > reads.before ? oldest.createdAt : reads.before
  const newer = await notifications.find({ _id: trusted({ $in: ids }), createdAt: trusted({ $gt: before }) })
  await notificationReads.updateOne(
    { _id: reads._id },
    { $set: { before, ids: newer.map((doc) => doc._id) } },
    { upsert: true },
  )
}

/** Marks all notifications up to now as read by a user. */
export async function markAllRead(db: Database, { reads }: Reader): Promise<void> {
  await db.models.notificationReads.updateOne(
    { _id: reads._id },
    { $set: { before: new Date(), ids: [] } },
    { upsert: true },
  )
}
