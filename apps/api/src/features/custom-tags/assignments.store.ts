import { TAG_LIMITS } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'

type StoredAsset = Pick<AssetDoc, '_id'>
/** What became of an asset: whether it changed, and the tags it has now. */
type Assignment = { changed: boolean; CustomTags: readonly string[] }
/** Where tags are stored, and the rules that look at them. */
export type TaggedAssets = { db: Database; rules: RuleEvaluation }

/** Gives an asset a custom tag unless it has it, or as many as it may have. */
export const assignTag = (assets: TaggedAssets, asset: StoredAsset, tag: string): Promise<Assignment> =>
  changeTags(assets, asset, (tags) =>
    tags.includes(tag) || tags.length >= TAG_LIMITS.customOfAsset ? tags : [...tags, tag],
  )

/** Takes a custom tag off an asset. */
export const takeTagOff = (assets: TaggedAssets, asset: StoredAsset, tag: string): Promise<Assignment> =>
  changeTags(assets, asset, (tags) => withoutTag(tags, tag))

/** Takes a custom tag off assets that may have it. */
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

/** @param change gives the very list where nothing is to be changed */
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
