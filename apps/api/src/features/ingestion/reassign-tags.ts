import { type AssetDoc, type Database, tagKey, tagKeysOf } from '@wardtrack/database'
import { type AssetName, assetKey } from './read-assets.ts'

/** What became of tags that are to be somebody else's. */
export type ReassignedTags = { losers: AssetName[]; tagKeys: string[] }

/**
 * Takes location tags off the assets that carry them now, because a later registration gives them to another: a tag
 * that was moved to another device is the normal case, and the registry that pushes is the one that knows. (People who
 * add a tag by hand are told that it is taken instead.)
 * @param claims tag keys by the asset that is to have them
 */
export async function reassignTags(
  db: Database,
  claims: ReadonlyMap<string, readonly string[]>,
): Promise<ReassignedTags> {
  const wanted = new Map([...claims].flatMap(([asset, keys]) => keys.map((key) => [key, asset] as const)))
  if (wanted.size === 0) return { losers: [], tagKeys: [] }
  const holders = await db.assets
    .find({ TagKeys: { $in: [...wanted.keys()] } }, { projection: { SearchGrams: 0 } })
    .toArray()
  const taken: ReassignedTags = { losers: [], tagKeys: [] }
  for (const holder of holders) {
    const lost = (holder.TagKeys ?? []).filter(
      (key) => wanted.has(key) && wanted.get(key) !== assetKey(holder),
    )
    if (lost.length === 0) continue
    await removeTags(db, holder, new Set(lost))
    taken.losers.push({ AssetType: holder.AssetType, AssetId: holder.AssetId })
    taken.tagKeys.push(...lost)
  }
  return taken
}

async function removeTags(db: Database, holder: AssetDoc, lost: ReadonlySet<string>): Promise<void> {
  const LocationTags = holder.LocationTags.filter((tag) => !lost.has(tagKey(tag.Provider, tag.TagId)))
  const TagKeys = tagKeysOf(LocationTags)
  const updatedAt = new Date()
  // Only if nobody changed the tags meanwhile; else whoever did has dealt with them, and the claim is tried again.
  await db.assets.updateOne(
    { _id: holder._id, TagKeys: holder.TagKeys ?? [] },
    TagKeys
      ? { $set: { LocationTags, TagKeys, updatedAt } }
      : { $set: { LocationTags, updatedAt }, $unset: { TagKeys: '' } },
  )
}
