import type { StoredLocation } from '@wardtrack/database'
import type { CachedAsset } from '@wardtrack/ingestion'
import type { TagRole } from '@wardtrack/summaries'

/** An asset's position in an event. @see IngestEvent */
export type PositionUpdate = {
  asset: CachedAsset
  /** role of the reporting tag, if one of the asset's tags is primary */
  tagRole: TagRole | undefined
  location: StoredLocation
  /** true when the event has no time and counts as happening now: see `EventTime` */
  untimed: boolean
  receivedAt: Date
}
