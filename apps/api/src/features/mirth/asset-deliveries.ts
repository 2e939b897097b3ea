import type { ServiceParts } from '@wardtrack/access'
import type { AssociationItem } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { createFeedDelivery } from '@wardtrack/outbound'
import { assetRef, assetSource } from './asset-source.ts'
import { associationRef, associationSource } from './association-source.ts'

type AssetName = Pick<AssetDoc, 'AssetType' | 'AssetId'>

/** Deliveries of assets and their associations. */
export type AssetDeliveries = {
  addAssets(assets: readonly AssetName[]): Promise<void> | undefined
  addAssociations(items: readonly AssociationItem[]): Promise<void> | undefined
  stop(): void
  close(): Promise<void>
}

/**
 * Age in milliseconds up to which unchanged data is delivered again when pushed again. The process may have been
 * killed between the write and its entry in the feed.
 */
const REPEATED_MS = 600_000

/** Returns true if data that a request leaves unchanged may be missing in the feed. */
export const mayBeUndelivered = ({ updatedAt }: Pick<AssetDoc, 'updatedAt'>): boolean =>
  Date.now() - updatedAt.getTime() < REPEATED_MS

/** Starts these deliveries. */
export function createAssetDeliveries(parts: ServiceParts): AssetDeliveries {
  const assets = createFeedDelivery(parts, assetSource(parts.db))
  const associations = createFeedDelivery(parts, associationSource(parts.db))
  return {
    addAssets: (names) => assets.add([...new Set(names.map(assetRef))]),
    addAssociations: (items) => {
      const time = new Date()
      return associations.add(items.map((item) => associationRef(item, time)))
    },
    stop: () => {
      assets.stop()
      associations.stop()
    },
    close: async () => {
      await Promise.all([assets.close(), associations.close()])
    },
  }
}
