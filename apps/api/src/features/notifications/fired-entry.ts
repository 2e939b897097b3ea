import type { AssetDoc, PendingNotification } from '@wardtrack/database'

/** Firing of a rule, and its asset. */
export type FiredEntry = {
  asset: Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>
  pending: PendingNotification
}

/** Firing with the place and the battery of its asset at the time of the event. */
export type PlacedEntry = FiredEntry & { then: { place: string; Battery: string } }
