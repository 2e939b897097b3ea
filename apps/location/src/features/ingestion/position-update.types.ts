import type { StoredLocation } from '@wardtrack/database'
import type { CachedAsset } from '@wardtrack/ingestion'
import type { TagRole } from '@wardtrack/summaries'

/** A position that an event reports of an asset. @see IngestEvent */
export type PositionUpdate = {
  asset: CachedAsset
  /** by which of the asset's tags it came, where one of them is primary */
  tagRole: TagRole | undefined
  location: StoredLocation
  /** it happens now: see `EventTime` */
  untimed: boolean
  receivedAt: Date
}
