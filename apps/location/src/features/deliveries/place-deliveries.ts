import type { ServiceParts } from '@wardtrack/access'
import type { Database } from '@wardtrack/database'
import {
  createFeedDelivery,
  type DeliverySource,
  type FeedDelivery,
  historySource,
} from '@wardtrack/outbound'
import { placeSource } from './place-source.ts'

/** The deliveries of the location service other than alerts. */
export type PlaceDeliveries = {
  positions: FeedDelivery
  places: FeedDelivery
  stop(): void
  close(): Promise<void>
}

/** Creates the deliveries and starts them. */
export function createPlaceDeliveries(parts: ServiceParts): PlaceDeliveries {
  const positions = createFeedDelivery(parts, positionSource(parts.db))
  const places = createFeedDelivery(parts, placeSource(parts.db))
  return {
    positions,
    places,
    stop: () => {
      positions.stop()
      places.stop()
    },
    close: async () => {
      await Promise.all([positions.close(), places.close()])
    },
  }
}

/**
 * Source of positions to deliver, with the levels of their places. A reference is the id of a row of the location
 * history.
 */
const positionSource = (db: Database): DeliverySource =>
  historySource(db, 'AssetLocation', {
    // driver: every delivered position is read here, a hot path
    readRows: (ids) => db.driver.locationHistory.find({ _id: { $in: [...ids] } }).toArray(),
    membersOf: ({ mapId, hierarchyId, x, y, accuracy, fullPath }) => ({
      ...(mapId === null || x === null || y === null ? { hierarchyId } : { mapId, x, y, unit: 'px' }),
      accuracy,
      fullPath,
    }),
  })
