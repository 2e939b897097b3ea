import { type LocationTag, messages, TAG_LIMITS } from '@wardtrack/contracts'
import { type AssetDoc, type Database, isDuplicateKey, tagKey, tagKeysOf } from '@wardtrack/database'
import { mayKnowType, type Viewer } from '@wardtrack/patient-rule'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'
import { conflict, duplicate, unavailable } from '@wardtrack/service-kit'
import type { AssetName } from '../assets/index.ts'
import { seenTags } from './unassigned-tags.store.ts'

/** How often a change that met another request's is tried again. */
const MAX_ATTEMPTS = 20

type StoredAsset = Pick<AssetDoc, '_id'>
/** Where tags are stored, and the rules that look at them. */
export type TaggedAssets = { db: Database; rules: RuleEvaluation }

/** How a tag is associated. */
type AssociateOptions = {
  /** takes it off the asset that carries it, unless the viewer may not know of that asset */
  move: boolean
  viewer: Viewer
  /** collects the assets that lost the tag */
  moves: AssetName[]
}

/**
 * Gives an asset a location tag, or changes whether it is the primary one. No other asset has it then.
 * @returns the tags that the asset has now
 * @throws ApiError 409 when another asset carries it and it is not moved, or {@link requireSeenTag} refuses it
 */
export async function associateTag(
  assets: TaggedAssets,
  asset: StoredAsset,
  tag: LocationTag,
  { move, viewer, moves }: AssociateOptions,
): Promise<LocationTag[]> {
  const key = tagKey(tag.Provider, tag.TagId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const holder = await assets.db.models.assets.findOne({ TagKeys: key })
    const isKnownHolder = holder !== null && mayKnowType(viewer, holder.AssetType)
    if (!isKnownHolder && !viewer.patientDataAccess) await requireSeenTag(assets.db, holder, key)
    if (holder && !holder._id.equals(asset._id)) {
      if (!move) throw duplicate(messages.locationTagTaken)
      if (await dropTags(assets, holder, key)) moves.push(holder)
      continue
    }
    try {
      const tags = await editTags(assets, asset, (stored) => withTag(stored, tag))
      if (tags) return tags
    } catch (error) {
      // Another asset got it since: it is looked for again.
      if (!isDuplicateKey(error)) throw error
    }
  }
  throw unavailable()
}

/**
 * Without the patient-data flag a tag is given only where it says nothing of patients: one that a known asset carries, or
 * that was seen and belongs to nobody. Any other may be a patient's or not exist, and both are refused alike.
 * @throws ApiError 409
 */
async function requireSeenTag(db: Database, hiddenHolder: AssetDoc | null, key: string): Promise<void> {
  const isFree = hiddenHolder === null && (await seenTags(db, [key])).has(key)
  if (!isFree) throw conflict(messages.locationTagNotSeen)
}

/** Takes a tag off an asset. @returns the tags that it has then; undefined when it did not carry this one */
export const dropTags = (
  assets: TaggedAssets,
  asset: StoredAsset,
  key: string,
): Promise<LocationTag[] | undefined> =>
  editTags(assets, asset, (stored) => {
    const tags = stored.filter((tag) => tagKey(tag.Provider, tag.TagId) !== key)
    return tags.length === stored.length ? undefined : tags
  })

function withTag(stored: readonly LocationTag[], tag: LocationTag): LocationTag[] {
  const key = tagKey(tag.Provider, tag.TagId)
  const otherTags = stored
    .filter(({ Provider, TagId }) => tagKey(Provider, TagId) !== key)
    .map((carried) => (tag.IsPrimary ? { ...carried, IsPrimary: false } : carried))
  if (otherTags.length >= TAG_LIMITS.locationOfAsset) throw conflict(messages.assetTagsFull)
  return [...otherTags, tag]
}

/** @param change gives the tags after it, undefined where nothing is to be changed @returns those tags */
async function editTags(
  { db, rules }: TaggedAssets,
  { _id }: StoredAsset,
  change: (stored: readonly LocationTag[]) => LocationTag[] | undefined,
): Promise<LocationTag[] | undefined> {
  let tags: LocationTag[] | undefined
  await editAssets(db, rules, [_id], ({ LocationTags: stored }) => {
    tags = change(stored)
    return tags && { seen: { LocationTags: stored }, changes: tagChanges(tags) }
  })
  return tags
}

function tagChanges(LocationTags: readonly LocationTag[]) {
  const TagKeys = tagKeysOf(LocationTags)
  const updatedAt = new Date()
  return TagKeys
    ? { $set: { LocationTags, TagKeys, updatedAt } }
    : { $set: { LocationTags, updatedAt }, $unset: { TagKeys: '' as const } }
}
