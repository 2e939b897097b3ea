import type { Migration } from '@wardtrack/service-runtime'

/** Notifications changed in one statement. */
const PAGE = 500

/** Adds the time of the event to stored notifications; lists are in the order of this time. */
export const timesOfNotifications: Migration = {
  version: 5,
  title: 'notifications are listed by the time of their event',
  run: async ({ db }) => {
    // driver: changes every notification, before the process serves requests
    const { notifications } = db.driver
    for (;;) {
      const page = await notifications
        .find({ eventTime: { $exists: false } })
        .limit(PAGE)
        .toArray()
      if (page.length === 0) return
      const writes = page.map(({ _id, createdAt }) => ({
        updateOne: { filter: { _id }, update: { $set: { eventTime: createdAt } } },
      }))
      await notifications.bulkWrite(writes, { ordered: false })
    }
  },
}
