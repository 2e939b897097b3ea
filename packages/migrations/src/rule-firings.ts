import type { NotificationDoc, RuleFiringDoc } from '@wardtrack/database'
import type { Migration } from '@wardtrack/service-runtime'

/** Notifications read in one statement. */
const PAGE = 100

/** Creates a row of the Alert Report for every entry of the stored notifications. */
export const ruleFirings: Migration = {
  version: 4,
  title: 'each firing of a rule is a row of the Alert Report',
  run: async ({ db }) => {
    // driver: reads every notification and writes its rows, before the process serves requests
    const { notifications, ruleFirings: firings } = db.driver
    let after = ''
    for (;;) {
      const page = await notifications
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray()
      const last = page.at(-1)
      if (!last) return
      const writes = page.flatMap(firingsOf).map((firing) => ({
        replaceOne: { filter: { _id: firing._id }, replacement: firing, upsert: true },
      }))
      if (writes.length > 0) await firings.bulkWrite(writes, { ordered: false })
      after = last._id
    }
  },
}

/**
 * Returns the rows of a notification. The event time was not stored, so that the row has the time of the
 * notification.
 */
function firingsOf(doc: NotificationDoc): RuleFiringDoc[] {
  const { _id: notification, ofPatient, audience, Name, field, value, entries } = doc
  return entries.map(({ id, asset, AssetType, AssetId, place, at }) => ({
    _id: id,
    notification,
    asset,
    AssetType,
    AssetId,
    ofPatient,
    audience,
    Name,
    field,
    ...(value === undefined ? {} : { value }),
    place,
    Battery: field === 'BatteryLevel' && value !== undefined ? value : '',
    eventTime: at,
    createdAt: at,
  }))
}
