import { type LocationTag, messages, TAG_LIMITS } from '@wardtrack/contracts'
import { type AssetDoc, type Database, isDuplicateKey, tagKey, tagKeysOf } from '@wardtrack/database'
import { mayKnowType, type Viewer } from '@wardtrack/patient-rule'
import { conflict, duplicate, unavailable } from '@wardtrack/service-kit'
import type { AssetName } from '../assets/index.ts'

/** How often a change that met another request's is tried again. */
const MAX_ATTEMPTS = 20

type StoredAsset = Pick<AssetDoc, '_id'>

/** How a tag is associated. */
type AssociateOptions = {
  /** takes it off the asset that carries it, unless the viewer may not know of that one */
  move: boolean
  viewer: Viewer
  /** is told the assets that it was taken off */
  moves: AssetName[]
}

/**
 * Gives an asset a location tag, or changes whether it is the primary one. No other asset has it then.
 * @returns the tags that the asset has now
 * @throws ApiError 409 when another asset carries it and it is not moved
 */
export async function associateTag(
  db: Database,
  asset: StoredAsset,
  tag: LocationTag,
  { move, viewer, moves }: AssociateOptions,
): Promise<LocationTag[]> {
  const key = tagKey(tag.Provider, tag.TagId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const holder = await db.models.assets.findOne({ TagKeys: key })
    if (holder && !holder._id.equals(asset._id)) {
      if (!move || !mayKnowType(viewer, holder.AssetType)) throw duplicate(messages.locationTagTaken)
      if (await dropTags(db, holder, key)) moves.push(holder)
      continue
    }
    const stored = await readTags(db, asset)
    const tags = withTag(stored, tag)
    if (tags.length > TAG_LIMITS.locationOfAsset) throw conflict(messages.assetTagsFull)
    if (await replaceTags(db, asset, stored, tags)) return tags
  }
  throw unavailable()
}

/** Takes a tag off an asset. @returns the tags that it has then; undefined when it did not carry this one */
export async function dropTags(
  db: Database,
  asset: StoredAsset,
  key: string,
): Promise<LocationTag[] | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const stored = await readTags(db, asset)
    const tags = stored.filter((tag) => tagKey(tag.Provider, tag.TagId) !== key)
    if (tags.length === stored.length) return undefined
    if (await replaceTags(db, asset, stored, tags)) return tags
  }
  throw unavailable()
}

async function readTags(db: Database, { _id }: StoredAsset): Promise<LocationTag[]> {
  return (await db.models.assets.findOne({ _id }))?.LocationTags ?? []
}

function withTag(stored: readonly LocationTag[], tag: LocationTag): LocationTag[] {
  const key = tagKey(tag.Provider, tag.TagId)
  const otherTags = stored
    .filter(({ Provider, TagId }) => tagKey(Provider, TagId) !== key)
    .map((carried) => (tag.IsPrimary ? { ...carried, IsPrimary: false } : carried))
  return [...otherTags, tag]
}

/** Stores tags unless somebody changed them since they were read, or another asset has one of them by now. */
async function replaceTags(
  db: Database,
  { _id }: StoredAsset,
  stored: readonly LocationTag[],
  tags: readonly LocationTag[],
): Promise<boolean> {
  const TagKeys = tagKeysOf(tags)
  const LocationTags = [...tags]
  const updatedAt = new Date()
  try {
    const { matchedCount } = await db.models.assets.updateOne(
      { _id, LocationTags: [...stored] },
      TagKeys
        ? { $set: { LocationTags, TagKeys, updatedAt } }
        : { $set: { LocationTags, updatedAt }, $unset: { TagKeys: '' as const } },
    )
    return matchedCount === 1
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}
