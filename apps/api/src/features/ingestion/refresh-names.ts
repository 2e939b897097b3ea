import type { AssetDoc, Database } from '@wardtrack/database'
import { toAssetRef } from '../assets/index.ts'

/** Writes the present names of assets into the links that others have to them. */
export async function refreshNames(db: Database, docs: readonly AssetDoc[]): Promise<void> {
  const writes = docs.flatMap((doc) => {
    const { AssetType, AssetId, Fields } = toAssetRef(doc)
    const list = `Fields.Mappings.${AssetType}`
    const linked = Object.values(doc.Fields.Mappings ?? {}).flat()
    return linked.map((partner) => ({
      updateOne: {
        filter: {
          AssetType: partner.AssetType,
          AssetId: partner.AssetId,
          [list]: { $elemMatch: { AssetId, 'Fields.AssetName': { $ne: Fields?.AssetName ?? null } } },
        },
        update: { $set: { [`${list}.$.Fields`]: Fields ?? {} } },
      },
    }))
  })
  // driver: ingestion writes thousands of names at once, and a model would cast them one by one
  if (writes.length > 0) await db.driver.assets.bulkWrite(writes, { ordered: false })
}
