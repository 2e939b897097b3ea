import { messages } from '@wardtrack/contracts'
import { type AssetDoc, type Database, PATIENT } from '@wardtrack/database'
import { ApiError, notFound } from '@wardtrack/service-kit'
import { type Actor, sessionOf } from './actor.ts'

const TYPES_ALWAYS = ['Equipment', 'Clinician', PATIENT]

/**
 * Which asset is meant by an id, perhaps without a type (calls.md, end of section 2): the one of the type given; else
 * Equipment with that id; else the one other asset with that id that the caller may see.
 * @throws Refusal 404 when there is none (or it is a patient the caller may not see), 409 when there are several
 */
export async function resolveAssetRef(
  db: Database,
  actor: Actor,
  named: { assetId: string; assetType?: string | undefined },
): Promise<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>> {
  const { patientDataAccess } = sessionOf(actor)
  const visible = (type: string): boolean => patientDataAccess || type !== PATIENT
  const types = (named.assetType === undefined ? await assetTypes(db) : [named.assetType]).filter(visible)
  const found = await db.assets
    .find({ AssetType: { $in: types }, AssetId: named.assetId })
    .project<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>>({ AssetType: 1, AssetId: 1 })
    .toArray()
  const equipment = found.find(({ AssetType }) => AssetType === 'Equipment')
  const [first, second] = found
  if (equipment) return equipment
  if (!first) throw notFound()
  if (second) throw new ApiError('ambiguous_asset', messages.ambiguousAsset)
  return first
}

/** Every type that assets can have: by naming them all, the index on type and id serves a search by id alone. */
export async function assetTypes(db: Database): Promise<string[]> {
  const mapping = await db.models.metadata.findOne({})
  return [...new Set([...TYPES_ALWAYS, ...Object.keys(mapping?.types ?? {})])]
}
