import { createHash } from 'node:crypto'
import type { AssetDoc, Database } from '@wardtrack/database'
import type { Delivery, DeliverySource } from '@wardtrack/outbound'
import { PATIENT } from '@wardtrack/patient-rule'

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
function assetDelivery({ _id, AssetType, AssetId, Fields, CustomTags, LocationTags }: AssetDoc): Delivery {
  const { Mappings: _links, ...values } = Fields
  const payload = JSON.stringify({
    AssetType,
    AssetId,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainValue(value)])),
    CustomTags,
    LocationTags,
  })
  const id = _id.toHexString()
  const digest = createHash('sha256').update(payload).digest('base64url').slice(0, 22)
  return {
    key: `${id}-${digest}`,
    lane: id,
    payload,
    ...(AssetType === PATIENT ? { patients: [id] } : {}),
  }
}

/** What ingestion put a step deeper, as `{ Level }`, is the value itself again. */
function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const values = Object.values(value)
  return values.length === 1 ? values[0] : value
}
