import type { AssetDoc, PendingNotification } from '@wardtrack/database'

/** Something that fired, and the asset in which it stands. */
export type FiredEntry = {
  asset: Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'CurrentLocation'>
  pending: PendingNotification
}
