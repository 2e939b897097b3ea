import type { Database } from '@wardtrack/database'
import { type DeliverySource, historySource } from '@wardtrack/outbound'

/** Positions to deliver, with the levels of their places: a reference is the id of a row of the location history. */
export const positionSource = (db: Database): DeliverySource =>
  historySource(db, 'AssetLocation', {
    // driver: every position that is delivered is read here, a hot path
    readRows: (ids) => db.driver.locationHistory.find({ _id: { $in: [...ids] } }).toArray(),
    membersOf: ({ mapId, hierarchyId, x, y, accuracy, fullPath }) => ({
      ...(mapId === null || x === null || y === null ? { hierarchyId } : { mapId, x, y, unit: 'px' }),
      accuracy,
      fullPath,
    }),
  })
