import type { Database } from '@wardtrack/database'
import { type DeliverySource, historySource, itemValues } from '@wardtrack/outbound'

/** Source of device states to deliver: a reference is the id of a row of the status history. */
export const stateSource = (db: Database): DeliverySource =>
  historySource(db, 'DeviceStatus', {
    // driver: every delivered state is read here, a hot path
    readRows: (ids) => db.driver.statusHistory.find({ _id: { $in: [...ids] } }).toArray(),
    membersOf: ({ Fields, alarm }) => ({ ...itemValues(Fields), alarm }),
  })
