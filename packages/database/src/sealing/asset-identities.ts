import { LRUCache } from 'lru-cache'
import type { mongo } from 'mongoose'
import type { AssetIdentity } from './seal-values.ts'

/** Assets whose type and id are remembered. Neither ever changes. */
const MAX_REMEMBERED = 100_000

/** Looks up what assets are by their internal id. */
export type AssetIdentities = {
  /** those that exist, by hexadecimal id */
  find(ids: readonly unknown[]): Promise<ReadonlyMap<string, AssetIdentity>>
}

/** @param assets the collection, past everything that seals and opens */
export function createAssetIdentities(assets: () => mongo.Collection): AssetIdentities {
  // Takes memory as it fills, like `boundedCache` of the service kit, on which this package does not build.
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
