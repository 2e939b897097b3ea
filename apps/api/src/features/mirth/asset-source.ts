import { createHash } from 'node:crypto'
import type { AssetDoc, Database } from '@wardtrack/database'
import { assetLane, type Delivery, type DeliverySource, itemValues } from '@wardtrack/outbound'

/** Returns the reference of an asset; asset types contain no `:`. */
export const assetRef = ({ AssetType, AssetId }: { AssetType: string; AssetId: string }): string =>
  `${AssetType}:${AssetId}`

/** Creates the source of assets, delivered in their current state. A reference is `{AssetType}:{AssetId}`. */
export function assetSource(db: Database): DeliverySource {
  return {
    kind: 'Asset',
    load: async (refs) => {
      const found = new Map<string, Delivery | null>(refs.map((ref) => [ref, null]))
      for (const asset of await readAssets(db, refs)) found.set(assetRef(asset), assetDelivery(asset))
      return found
    },
  }
}

async function readAssets(db: Database, refs: readonly string[]): Promise<AssetDoc[]> {
  const idsByType = new Map<string, string[]>()
  for (const ref of refs) {
    const type = ref.slice(0, ref.indexOf(':'))
    idsByType.set(type, [...(idsByType.get(type) ?? []), ref.slice(type.length + 1)])
  }
  const $or = [...idsByType].map(([AssetType, ids]) => ({ AssetType, AssetId: { $in: ids } }))
  // driver: thousands of assets are registered together, and a model would cast them one by one
  return $or.length === 0 ? [] : db.driver.assets.find({ $or }).toArray()
}

/**
 * Converts an asset to the format of asset ingestion. The key depends on the content, so each state has a separate
 * key.
 */
function assetDelivery(asset: AssetDoc): Delivery {
  const { _id, AssetType, AssetId, Fields, CustomTags, LocationTags } = asset
  const { Mappings: _links, ...values } = Fields
  const payload = JSON.stringify({
    AssetType,
    AssetId,
    ...itemValues(values),
    CustomTags,
    LocationTags,
  })
  const digest = createHash('sha256').update(payload).digest('base64url').slice(0, 22)
  return { key: `${_id.toHexString()}-${digest}`, payload, ...assetLane(asset) }
}
