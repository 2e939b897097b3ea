import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, type CustomTagDoc, trusted } from '@wardtrack/database'
import type { RuleEvaluation } from '@wardtrack/rules'
import { takeTagOffAll } from './assignments.store.ts'

/** What changes of custom tags need. */
export type TagParts = ServiceParts & { rules: RuleEvaluation }

/** Assets that a tag is taken off at once. */
const BATCH = 500

/**
 * Removes a custom tag, and takes it off every asset. It is marked first, so that nobody gives it to an asset meanwhile,
 * and a process that is killed leaves nothing half done: the next start goes on.
 */
export async function removeTag(parts: TagParts, tag: CustomTagDoc): Promise<void> {
  const { db, bus } = parts
  await db.models.customTags.updateOne({ _id: tag._id }, { $set: { removing: true } })
  bus.publish('config.changed', { what: 'tags' })
  await takeOffAssets(parts, tag)
}

/** Goes on with the removal of a tag of this name, if there is one under way. */
export async function finishRemoval(parts: TagParts, nameKey: string): Promise<void> {
  const tag = await parts.db.models.customTags.findOne({ nameKey, removing: true })
  if (tag) await takeOffAssets(parts, tag)
}

/** Goes on with removals that a process began and did not end, one after the other beside what else is done. */
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
