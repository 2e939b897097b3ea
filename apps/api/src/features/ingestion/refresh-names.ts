import type { AssetRef } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'

/** How an asset is shown where another is linked to it. */
export function refOf({
  AssetType,
  AssetId,
  Fields,
}: Pick<AssetDoc, 'AssetType' | 'AssetId' | 'Fields'>): AssetRef {
  const name = Fields['AssetName']
  return { AssetType, AssetId, Fields: typeof name === 'string' ? { AssetName: name } : {} }
}

/** Writes the present names of assets into the links that others have to them. */
export async function refreshNames(db: Database, docs: readonly AssetDoc[]): Promise<void> {
  const writes = docs.flatMap((doc) => {
    const { AssetType, AssetId, Fields } = refOf(doc)
    const list = `Fields.Mappings.${AssetType}`
    const linked = Object.values(doc.Fields.Mappings ?? {}).flat()
    return linked.map((other) => ({
      updateOne: {
        filter: {
          AssetType: other.AssetType,
          AssetId: other.AssetId,
          [list]: { $elemMatch: { AssetId, 'Fields.AssetName': { $ne: Fields?.AssetName ?? null } } },
        },
        update: { $set: { [`${list}.$.Fields`]: Fields ?? {} } },
      },
    }))
  })
  if (writes.length > 0) await db.assets.bulkWrite(writes, { ordered: false })
}
