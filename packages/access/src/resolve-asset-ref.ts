import { messages } from '@wardtrack/contracts'
import { type AssetDoc, type Database, trusted } from '@wardtrack/database'
import { PATIENT, visibleTypes } from '@wardtrack/patient-rule'
import { ApiError, notFound } from '@wardtrack/service-kit'
import { type Actor, sessionOf } from './actor.ts'

const BUILT_IN_TYPES = ['Equipment', 'Clinician', PATIENT]

/** An asset as calls name it: its id, and optionally its type. */
export type AssetReference = { readonly assetId: string; readonly assetType?: string | undefined }

/**
 * Finds the asset with an id. With a type, only that type counts. Without one, Equipment with that id comes first,
 * then the only other asset with that id that the caller may see.
 * @throws ApiError 404 when there is none (or it is a patient the caller may not see), 409 when there are several
 */
export async function resolveAssetRef(
  db: Database,
  actor: Actor,
  reference: AssetReference,
): Promise<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>> {
  const named = reference.assetType === undefined ? await assetTypes(db) : [reference.assetType]
  const types = visibleTypes(named, sessionOf(actor))
  const found = await db.models.assets
    .find<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>>({
      AssetType: trusted({ $in: types }),
      AssetId: reference.assetId,
    })
    .select({ AssetType: 1, AssetId: 1 })
  const equipment = found.find(({ AssetType }) => AssetType === 'Equipment')
  const [first, second] = found
  if (equipment) return equipment
  if (!first) throw notFound()
  if (second) throw new ApiError('ambiguous_asset', messages.ambiguousAsset)
  return first
}

/**
 * Returns every asset type. A query that names all types can use the index on type and id for a search by id alone.
 */
export async function assetTypes(db: Database): Promise<string[]> {
  const mapping = await db.models.metadata.findOne({})
  return [...new Set([...BUILT_IN_TYPES, ...Object.keys(mapping?.types ?? {})])]
}
