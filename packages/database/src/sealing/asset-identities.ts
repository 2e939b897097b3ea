import { LRUCache } from 'lru-cache'
import type { mongo } from 'mongoose'
import type { AssetIdentity } from './seal-values.ts'

/** Limit of assets whose type and id are cached. Neither ever changes. */
const MAX_REMEMBERED = 100_000

/** Finds the type and id of assets by their internal ids. */
export type AssetIdentities = {
  /** existing assets, by hexadecimal id */
  find(ids: readonly unknown[]): Promise<ReadonlyMap<string, AssetIdentity>>
}

/** Creates the lookup. @param assets the raw collection, without sealing and opening */
export function createAssetIdentities(assets: () => mongo.Collection): AssetIdentities {
  // The cache takes memory only as it fills, like `boundedCache` of the service kit, which this package cannot
  // import.
  const remembered = new LRUCache<string, AssetIdentity>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: () => 1,
  })
  return {
    find: async (ids) => {
      const found = new Map<string, AssetIdentity>()
      const unknown = new Map<string, unknown>()
      for (const id of ids) {
        const identity = remembered.get(String(id))
        if (identity) found.set(String(id), identity)
        else unknown.set(String(id), id)
      }
      if (unknown.size === 0) return found
      const docs = await assets()
        .find(
          { _id: { $in: [...unknown.values()] as never[] } },
          { projection: { AssetType: 1, AssetId: 1 } },
        )
        .toArray()
      for (const { _id, AssetType, AssetId } of docs) {
        const identity = { AssetType: String(AssetType), AssetId: String(AssetId) }
        found.set(String(_id), identity)
        remembered.set(String(_id), identity)
      }
      return found
    },
  }
}
