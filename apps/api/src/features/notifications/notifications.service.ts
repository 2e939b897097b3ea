import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type calls, messages } from '@wardtrack/contracts'
import type { NotificationDoc } from '@wardtrack/database'
import { type Handler, notFound } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { notificationAnswers } from './notification-answer.ts'
import {
  countUnread,
  findNotification,
  findNotifications,
  isReadBy,
  markAllRead,
  markRead,
  readReader,
} from './notifications.store.ts'

/** Dependencies of the calls about notifications. */
export type NotificationParts = Pick<ServiceParts, 'db' | 'bus'> & { metadata: MetadataStore }

type NotificationService = {
  list: Handler<Actor, typeof calls.notifications>
  read: Handler<Actor, typeof calls.readNotification>
  readAll: Handler<Actor, typeof calls.readAllNotifications>
}

/** Creates the service that lists a user's notifications and stores read marks. */
export function createNotificationService({ db, metadata }: NotificationParts): NotificationService {
  return {
    list: async ({ query }, { actor }) => {
      const reader = await readReader(db, sessionOf(actor))
      const [{ docs, count }, unread, mapping] = await Promise.all([
        findNotifications(db, reader, { ...query, unread: query.unread === '1' }),
        countUnread(db, reader),
        metadata.read(),
      ])
      return { data: await notificationAnswers(db, mapping, docs, isReadBy(reader)), count, unread }
    },
    read: async ({ params }, { actor, target }) => {
      target('notification', params.id)
      const reader = await readReader(db, sessionOf(actor))
      const doc = await findNotification(db, reader, params.id)
      if (!doc) throw notFound()
      if (!isReadBy(reader)(doc)) await markRead(db, reader, doc)
      return { err: 0 as const, message: messages.done }
    },
    readAll: async (_input, { actor }) => {
      await markAllRead(db, await readReader(db, sessionOf(actor)))
      return { err: 0 as const, message: messages.done, unread: 0 as const }
    },
  }
}

/** Publishes notifications that are new or have grown to the live streams. */
export async function publishNotifications(
  { db, bus, metadata }: NotificationParts,
  docs: readonly NotificationDoc[],
): Promise<void> {
  const answers = await notificationAnswers(db, await metadata.read(), docs, () => false)
  bus.publish(
    'notification',
    answers.flatMap((notification, index) => {
      const doc = docs[index]
      return doc ? [{ audience: doc.audience, ofPatient: doc.ofPatient, notification }] : []
    }),
  )
}
