import type { ServiceParts } from '@wardtrack/access'
import { type LocationTag, messages, TAG_LIMITS } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type Database,
  isDuplicateKey,
  readTagEnds,
  tagChanges,
  tagKey,
} from '@wardtrack/database'
import { mayKnowType, type Viewer } from '@wardtrack/patient-rule'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'
import { conflict, duplicate, unavailable } from '@wardtrack/service-kit'
import type { AssetName } from '../assets/index.ts'
import { seenTags } from './unassigned-tags.store.ts'

/** Maximum number of attempts when another request changes the same tags. */
const MAX_ATTEMPTS = 20

type StoredAsset = Pick<AssetDoc, '_id'>
/** Store of tags, and the rules that evaluate them. */
export type TaggedAssets = Pick<ServiceParts, 'db' | 'clock'> & { rules: RuleEvaluation }

/** Options for associating a tag. */
type AssociateOptions = {
  /** true to move the tag from its current asset, unless that asset is hidden from the viewer */
  move: boolean
  viewer: Viewer
  /** collects the assets that lost the tag */
  moves: AssetName[]
}

/**
 * Adds a location tag to an asset, or changes whether it is primary. No other asset has the tag afterwards.
 * @returns current tags of the asset; undefined when {@link isSeenFree} says that the tag has to be reserved
 * @throws ApiError 409 when another asset has the tag and it is not moved
 */
export async function associateTag(
  assets: TaggedAssets,
  asset: StoredAsset,
  tag: LocationTag,
  { move, viewer, moves }: AssociateOptions,
): Promise<LocationTag[] | undefined> {
  const key = tagKey(tag.Provider, tag.TagId)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const holder = await assets.db.models.assets.findOne({ TagKeys: key })
    const isKnownHolder = holder !== null && mayKnowType(viewer, holder.AssetType)
    if (!isKnownHolder && !viewer.patientDataAccess && !(await isSeenFree(assets.db, holder, key)))
      return undefined
    if (holder && !holder._id.equals(asset._id)) {
      if (!move) throw duplicate(messages.locationTagTaken)
      if (await dropTags(assets, holder, key)) moves.push(holder)
      continue
    }
    try {
      const ends = await readTagEnds(assets.db, [key])
      const tags = await editTags(assets, asset, (stored) => withTag(stored, tag), ends)
      if (tags) return tags
    } catch (error) {
      // Another asset got the tag meanwhile, so the search is repeated.
      if (!isDuplicateKey(error)) throw error
    }
  }
  throw unavailable()
}

/**
 * Returns true if a reader saw a tag unassigned. Without the patient-data flag, any other tag that no visible asset
 * has may belong to a patient or be new: both are reserved alike.
 */
async function isSeenFree(db: Database, hiddenHolder: AssetDoc | null, key: string): Promise<boolean> {
  const seen = await seenTags(db, [key])
  return hiddenHolder === null && seen.has(key)
}

/** Removes a tag from an asset. @returns the remaining tags; undefined when the asset did not have the tag */
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

/**
 * @param change returns the new tags, or undefined when no change is needed
 * @param ends last ends of added tags
 * @returns the new tags
 */
async function editTags(
  { db, rules, clock }: TaggedAssets,
  { _id }: StoredAsset,
  change: (stored: readonly LocationTag[]) => LocationTag[] | undefined,
  ends?: ReadonlyMap<string, number>,
): Promise<LocationTag[] | undefined> {
  let tags: LocationTag[] | undefined
  await editAssets(db, rules, [_id], (stored) => {
    const { LocationTags } = stored
    tags = change(LocationTags)
    if (!tags) return undefined
    const moment = { now: clock.now(), keepSpelled: true, ...(ends ? { ends } : {}) }
    const { seen, $set, $unset } = tagChanges(stored, tags, moment)
    return {
      seen: { LocationTags, ...seen },
      changes: { $set: { ...$set, updatedAt: new Date() }, $unset },
    }
  })
  return tags
}
