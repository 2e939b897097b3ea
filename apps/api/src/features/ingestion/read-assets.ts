import type { AssetDoc, Database } from '@wardtrack/database'

/** Type and id of an asset. */
export type AssetName = { AssetType: string; AssetId: string }

/** Returns the key of an asset in maps. */
export const assetKey = ({ AssetType, AssetId }: AssetName): string => `${AssetType}:${AssetId}`

/** Reads stored assets by name, keyed by {@link assetKey}; unknown ones are missing. */
export async function readAssets(db: Database, names: readonly AssetName[]): Promise<Map<string, AssetDoc>> {
  const byType = new Map<string, string[]>()
  for (const { AssetType, AssetId } of names) {
    const ids = byType.get(AssetType)
    if (ids) ids.push(AssetId)
    else byType.set(AssetType, [AssetId])
  }
  // driver: ingestion reads thousands of assets for one push, a hot path
  const lists = await Promise.all(
    [...byType].map(([AssetType, ids]) =>
      db.driver.assets.find({ AssetType, AssetId: { $in: ids } }).toArray(),
    ),
  )
  return new Map(lists.flat().map((doc) => [assetKey(doc), doc]))
}
