import { createHash } from 'node:crypto'
import type { AssetDoc, Database } from '@wardtrack/database'
import { assetLane, type Delivery, type DeliverySource, itemValues } from '@wardtrack/outbound'

/** Key under which an asset is referred to; types hold no `:`. */
export const assetRef = ({ AssetType, AssetId }: { AssetType: string; AssetId: string }): string =>
  `${AssetType}:${AssetId}`

/** Assets to deliver, each as it is by then: a reference is `{AssetType}:{AssetId}`. */
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
  // driver: thousands of assets are registered at once, and a model would cast them one by one
  return $or.length === 0 ? [] : db.driver.assets.find({ $or }).toArray()
}

/** An asset as the ingestion of assets takes it, whole. Its key changes with its content: a later state is another thing. */
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
