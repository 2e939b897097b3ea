import type { SessionActor } from '@wardtrack/access'
import type { TagAssignment } from '@wardtrack/contracts'
import { type AssetDoc, type Database, INTERNAL, levelsOf } from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import { editAssets, type RuleEvaluation } from '@wardtrack/rules'
import { notFound } from '@wardtrack/service-kit'
import { EXCLUDED_FIELDS, toTagHistory } from './asset-answer.ts'

/** An asset's type and id. */
export type AssetName = Pick<AssetDoc, 'AssetType' | 'AssetId'>

/** Home location of an asset. */
export type HomeLocation = NonNullable<AssetDoc['HomeLocation']>

/** Finds an asset by type and id; users without the flag find no patients. @throws ApiError 404 */
export async function findAsset(
  db: Database,
  actor: SessionActor,
  { AssetType, AssetId }: AssetName,
): Promise<AssetDoc> {
  if (!mayKnowType(actor, AssetType)) throw notFound()
  const asset = await db.models.assets.findOne({ AssetType, AssetId }).select(EXCLUDED_FIELDS)
  if (!asset) throw notFound()
  return asset
}

/** Reads the tags that an asset carries and has carried, in the order of answers. */
export async function readTagHistory(
  { models }: Database,
  { _id }: Pick<AssetDoc, '_id'>,
): Promise<TagAssignment[]> {
  const asset = await models.assets
    .findOne({ _id })
    .select({ LocationTags: 1, TagKeys: 1, TagStarts: 1, PastTags: 1 })
  return asset ? toTagHistory(asset) : []
}

/** Stores the home location of an asset. */
export async function storeHomeLocation(
  db: Database,
  rules: RuleEvaluation,
  { _id }: Pick<AssetDoc, '_id'>,
  HomeLocation: HomeLocation,
): Promise<void> {
  await editAssets(db, rules, [_id], () => ({ changes: { $set: { HomeLocation, updatedAt: new Date() } } }))
}

/**
 * Finds the place with a path, or the start of a path that some place has; undefined when there is neither.
 * @param levelNames Level_1 first
 */
export async function findHomeLocation(
  db: Database,
  levelNames: readonly string[],
): Promise<HomeLocation | undefined> {
  const fullPath = levelsOf(levelNames)
  const place = await db.models.places.findOne({ provider: INTERNAL, fullName: [...levelNames] })
  if (place) {
    const { hierarchyId, mapId } = place
    return { fullPath, hierarchyId, ...(mapId ? { mapId } : {}) }
  }
  if (levelNames.length === 0) return undefined
  const beginning = Object.fromEntries(levelNames.map((name, index) => [`fullName.${index}`, name]))
  const nestedPlace = await db.models.places.findOne({ provider: INTERNAL, ...beginning })
  return nestedPlace ? { fullPath } : undefined
}
