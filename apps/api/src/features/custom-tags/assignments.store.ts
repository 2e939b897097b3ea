import { TAG_LIMITS } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'

type StoredAsset = Pick<AssetDoc, '_id'>
/** Result for an asset: whether it changed, and its current tags. */
type Assignment = { changed: boolean; CustomTags: readonly string[] }
/** Store of tags, and the rules that evaluate them. */
export type TaggedAssets = { db: Database; rules: RuleEvaluation }

/** Adds a custom tag to an asset, unless the asset has it or the maximum number of tags. */
export const assignTag = (assets: TaggedAssets, asset: StoredAsset, tag: string): Promise<Assignment> =>
  changeTags(assets, asset, (tags) =>
    tags.includes(tag) || tags.length >= TAG_LIMITS.customOfAsset ? tags : [...tags, tag],
  )

/** Removes a custom tag from an asset. */
export const takeTagOff = (assets: TaggedAssets, asset: StoredAsset, tag: string): Promise<Assignment> =>
  changeTags(assets, asset, (tags) => withoutTag(tags, tag))

/** Removes a custom tag from assets that may have it. */
export const takeTagOffAll = (
  { db, rules }: TaggedAssets,
  assets: readonly StoredAsset[],
  tag: string,
): Promise<void> =>
  editAssets(
    db,
    rules,
    assets.map(({ _id }) => _id),
    ({ CustomTags }) =>
      CustomTags.includes(tag) ? tagEdit(CustomTags, withoutTag(CustomTags, tag)) : undefined,
  )

/** @param change returns the same list when no change is needed */
async function changeTags(
  { db, rules }: TaggedAssets,
  { _id }: StoredAsset,
  change: (tags: readonly string[]) => readonly string[],
): Promise<Assignment> {
  let assignment: Assignment = { changed: false, CustomTags: [] }
  await editAssets(db, rules, [_id], ({ CustomTags }) => {
    const after = change(CustomTags)
    assignment = { changed: after !== CustomTags, CustomTags: after }
    return assignment.changed ? tagEdit(CustomTags, after) : undefined
  })
  return assignment
}

const withoutTag = (tags: readonly string[], tag: string): readonly string[] =>
  tags.includes(tag) ? tags.filter((carried) => carried !== tag) : tags

const tagEdit = (stored: readonly string[], CustomTags: readonly string[]) => ({
  seen: { CustomTags: stored },
  changes: { $set: { CustomTags, updatedAt: new Date() } },
})
