import { type AssetDoc, type Database, tagKey, tagKeysOf } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { documentRuleUpdate, type RuleEvaluation, withRules } from '@wardtrack/rules'
import { type AssetName, assetKey } from './read-assets.ts'
import type { AssetUpsert } from './upsert-batches.ts'

/** Tags removed from assets, and the assets that had them. */
export type ReassignedTags = { holders: AssetName[]; tagKeys: string[] }

/**
 * Removes location tags from their current assets, because a later registration assigns them to others. Moving a tag
 * to another device is normal, and the pushing registry is the authority. (Adding a taken tag in the console is
 * refused instead.)
 * @param upserts assets that get the tags; no tag is claimed twice among them
 */
export async function reassignTags(
  db: Database,
  rules: RuleEvaluation,
  upserts: readonly AssetUpsert[],
): Promise<ReassignedTags> {
  const claimants = new Map(
    upserts.flatMap((upsert) => [...upsert.claims].map((key) => [key, assetKey(upsert)] as const)),
  )
  if (claimants.size === 0) return { holders: [], tagKeys: [] }
  // driver: ingestion queries thousands of tags together, a hot path
  const holders = await db.driver.assets
    .find({ TagKeys: { $in: [...claimants.keys()] } }, { projection: { SearchGrams: 0 } })
    .toArray()
  const reassigned: ReassignedTags = { holders: [], tagKeys: [] }
  for (const holder of holders) {
    const removedKeys = (holder.TagKeys ?? []).filter(
      (key) => claimants.has(key) && claimants.get(key) !== assetKey(holder),
    )
    if (removedKeys.length === 0) continue
    await removeTags({ db, rules }, holder, new Set(removedKeys))
    reassigned.holders.push({ AssetType: holder.AssetType, AssetId: holder.AssetId })
    reassigned.tagKeys.push(...removedKeys)
  }
  return reassigned
}

async function removeTags(
  { db, rules }: { db: Database; rules: RuleEvaluation },
  holder: AssetDoc,
  removedKeys: ReadonlySet<string>,
): Promise<void> {
  const LocationTags = holder.LocationTags.filter((tag) => !removedKeys.has(tagKey(tag.Provider, tag.TagId)))
  const TagKeys = tagKeysOf(LocationTags)
  const updatedAt = new Date()
  const changes = TagKeys
    ? { $set: { LocationTags, TagKeys, updatedAt } }
    : { $set: { LocationTags, updatedAt }, $unset: { TagKeys: '' as const } }
  const active = await rules.rules.read()
  const ruleUpdate = active && documentRuleUpdate(active, holder, changes, updatedAt)
  // Applies only if the tags are unchanged; otherwise the concurrent writer has handled them, and the claim is
  // retried.
  const q = { _id: holder._id, TagKeys: holder.TagKeys ?? [], ...ruleUpdate?.condition }
  await updateEach(db, 'assets', [{ q, u: withRules(changes, ruleUpdate) }])
  if (ruleUpdate && ruleUpdate.raised.length > 0) rules.announce([holder._id])
}
