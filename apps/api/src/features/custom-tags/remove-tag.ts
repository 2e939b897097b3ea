import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, type CustomTagDoc, trusted } from '@wardtrack/database'
import type { RuleEvaluation } from '@wardtrack/rules'
import { takeTagOffAll } from './assignments.store.ts'

/** Dependencies of changes to custom tags. */
export type TagParts = ServiceParts & { rules: RuleEvaluation }

/** Assets from which a tag is removed together. */
const BATCH = 500

/**
 * Deletes a custom tag, and removes it from every asset. The tag is marked first, so that it is no longer assigned.
 * After a crash, the next start continues the deletion.
 */
export async function removeTag(parts: TagParts, tag: CustomTagDoc): Promise<void> {
  const { db, bus } = parts
  await db.models.customTags.updateOne({ _id: tag._id }, { $set: { removing: true } })
  bus.publish('config.changed', { what: 'tags' })
  await takeOffAssets(parts, tag)
}

/** Continues the deletion of a tag of this name, if one is in progress. */
export async function finishRemoval(parts: TagParts, nameKey: string): Promise<void> {
  const tag = await parts.db.models.customTags.findOne({ nameKey, removing: true })
  if (tag) await takeOffAssets(parts, tag)
}

/** Continues unfinished deletions of earlier processes in the background, one after the other. */
export async function resumeTagRemovals(parts: TagParts): Promise<void> {
  const tags = await parts.db.models.customTags.find({ removing: true })
  const resume = async (): Promise<void> => {
    for (const tag of tags) await takeOffAssets(parts, tag)
  }
  resume().catch((error: unknown) => parts.log.warn({ err: error }, 'a custom tag is removed later'))
}

async function takeOffAssets({ db, bus, rules }: TagParts, { _id, name }: CustomTagDoc): Promise<void> {
  for (;;) {
    const assets = await db.models.assets
      .find<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>>({ CustomTags: name })
      .select({ AssetType: 1, AssetId: 1 })
      .limit(BATCH)
    if (assets.length === 0) break
    if ((await rules.rules.read())?.looksAt('CustomTags')) await takeTagOffAll({ db, rules }, assets, name)
    else
      await db.models.assets.updateMany(
        { _id: trusted({ $in: assets.map((asset) => asset._id) }) },
        { $pull: { CustomTags: name }, $set: { updatedAt: new Date() } },
      )
    const changes = assets.map(({ AssetType, AssetId }) => ({ AssetType, AssetId, change: 'tags' as const }))
    bus.publish('asset.changed', { changes, tagKeys: [] })
  }
  await db.models.customTags.deleteOne({ _id, removing: true })
}
