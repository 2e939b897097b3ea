import type { AssetRef } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'
import { toAssetRef } from '../assets/index.ts'
import { assetKey, readAssets } from './read-assets.ts'

/**
 * Updates the names of assets in the links of other assets. Names are compared here: the store cannot compare
 * encrypted names, and would rewrite all of them with every registration.
 */
export async function refreshNames(db: Database, docs: readonly AssetDoc[]): Promise<void> {
  const links = docs.flatMap((doc) =>
    linksOf(doc).map((linked) => ({ named: toAssetRef(doc), holder: assetKey(linked), linked })),
  )
  if (links.length === 0) return
  const linkedAssets = await readAssets(db, [
    ...new Map(links.map(({ holder, linked }) => [holder, linked])).values(),
  ])
  const writes = links.flatMap(({ named, holder, linked: { AssetType, AssetId } }) => {
    const link = linkTo(linkedAssets.get(holder), named)
    if (!link || link.Fields?.AssetName === named.Fields?.AssetName) return []
    const list = `Fields.Mappings.${named.AssetType}`
    return [
      {
        updateOne: {
          filter: { AssetType, AssetId, [list]: { $elemMatch: { AssetId: named.AssetId } } },
          update: { $set: { [`${list}.$.Fields`]: named.Fields ?? {} } },
        },
      },
    ]
  })
  // driver: ingestion writes thousands of names together, and a model would cast them one by one
  if (writes.length > 0) await db.driver.assets.bulkWrite(writes, { ordered: false })
}

const linksOf = ({ Fields }: AssetDoc): AssetRef[] => Object.values(Fields.Mappings ?? {}).flat()

const linkTo = (holder: AssetDoc | undefined, { AssetType, AssetId }: AssetRef): AssetRef | undefined =>
  holder && linksOf(holder).find((link) => link.AssetType === AssetType && link.AssetId === AssetId)
