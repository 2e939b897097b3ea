import type { ServiceParts } from '@wardtrack/access'
import { createFeedDelivery, type FeedDelivery } from '@wardtrack/outbound'
import { placeSource } from './place-source.ts'
import { positionSource } from './position-source.ts'

/** The deliveries of the location service beside its alerts. */
export type PlaceDeliveries = {
  positions: FeedDelivery
  places: FeedDelivery
  stop(): void
  close(): Promise<void>
}

/** Makes them: they deliver from now on. */
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
