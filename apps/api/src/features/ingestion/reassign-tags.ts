import { type AssetDoc, type Database, tagKey, tagKeysOf } from '@wardtrack/database'
import { updateEach } from '@wardtrack/ingestion'
import { documentRuleUpdate, type RuleEvaluation, withRules } from '@wardtrack/rules'
import { type AssetName, assetKey } from './read-assets.ts'
import type { AssetUpsert } from './upsert-batches.ts'

/** Tags that were taken off assets, and the assets that carried them. */
export type ReassignedTags = { holders: AssetName[]; tagKeys: string[] }

/**
 * Takes location tags off the assets that carry them now, because a later registration gives them to another: a tag
 * that was moved to another device is the normal case, and the registry that pushes is the one that knows. (People who
 * add a tag by hand are told that it is taken instead.)
 * @param upserts the assets that are to have them; none of a tag's claims is contested among them
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
  // driver: ingestion asks for thousands of tags at once, a hot path
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
  // Only if nobody changed the tags meanwhile; else whoever did has dealt with them, and the claim is tried again.
  const q = { _id: holder._id, TagKeys: holder.TagKeys ?? [], ...ruleUpdate?.condition }
  await updateEach(db, 'assets', [{ q, u: withRules(changes, ruleUpdate) }])
  if (ruleUpdate && ruleUpdate.raised.length > 0) rules.announce([holder._id])
}
