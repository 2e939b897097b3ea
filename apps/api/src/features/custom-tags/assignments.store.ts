import { TAG_LIMITS } from '@wardtrack/contracts'
import { type AssetDoc, type Database, trusted } from '@wardtrack/database'

type StoredAsset = Pick<AssetDoc, '_id'>
/** What became of an asset: whether it changed, and the tags it has now. */
type Assignment = { changed: boolean; CustomTags: string[] }

/**
 * Gives an asset a custom tag unless it has it, or as many as it may have. Where somebody took it off at the same moment
 * it may neither have it nor have got it.
 */
export async function assignTag(db: Database, { _id }: StoredAsset, tag: string): Promise<Assignment> {
  const changed = await db.models.assets.findOneAndUpdate(
    {
      _id,
      CustomTags: trusted({ $ne: tag }),
      [`CustomTags.${TAG_LIMITS.customOfAsset - 1}`]: trusted({ $exists: false }),
    },
    { $push: { CustomTags: tag }, $set: { updatedAt: new Date() } },
  )
  return changed ? { changed: true, CustomTags: changed.CustomTags } : unchanged(db, _id)
}

/** Takes a custom tag off an asset. */
export async function takeTagOff(db: Database, { _id }: StoredAsset, tag: string): Promise<Assignment> {
  const changed = await db.models.assets.findOneAndUpdate(
    { _id, CustomTags: tag },
    { $pull: { CustomTags: tag }, $set: { updatedAt: new Date() } },
  )
  return changed ? { changed: true, CustomTags: changed.CustomTags } : unchanged(db, _id)
}

async function unchanged(db: Database, _id: AssetDoc['_id']): Promise<Assignment> {
  const asset = await db.models.assets.findOne({ _id })
  return { changed: false, CustomTags: asset?.CustomTags ?? [] }
}
