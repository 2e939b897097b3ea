import type { ServiceParts } from '@wardtrack/access'
import type { AssociationItem } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { createFeedDelivery } from '@wardtrack/outbound'
import { assetRef, assetSource } from './asset-source.ts'
import { associationRef, associationSource } from './association-source.ts'

type AssetName = Pick<AssetDoc, 'AssetType' | 'AssetId'>

/** The deliveries of assets and of what they are linked with. */
export type AssetDeliveries = {
  addAssets(assets: readonly AssetName[]): Promise<void> | undefined
  addAssociations(items: readonly AssociationItem[]): Promise<void> | undefined
  stop(): void
  close(): Promise<void>
}

/**
 * What was written so long ago at most, in milliseconds, is delivered again when it is sent again and changes nothing:
 * the process may have been killed between the write and noting it for delivery.
 */
const REPEATED_MS = 600_000

/** Whether something that a request leaves as it is may not have been noted for delivery yet. */
export const mayBeUndelivered = ({ updatedAt }: Pick<AssetDoc, 'updatedAt'>): boolean =>
  Date.now() - updatedAt.getTime() < REPEATED_MS

/** Makes them: they deliver from now on. */
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
