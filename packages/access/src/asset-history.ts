import { type AssetRef, messages } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type Database,
  findHistoryPage,
  type HistoryPageRequest,
  type LeanModel,
  type Types,
  trusted,
} from '@wardtrack/database'
import { PATIENT, type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { ApiError, type AuditDetails, type CallContext, notFound } from '@wardtrack/service-kit'
import { type Actor, sessionOf } from './actor.ts'

/** Fields of an asset in an answer that show whether a patient is disclosed. */
type AnsweredAsset = {
  _id: { toHexString(): string }
  AssetType: string
  Fields?: { Mappings?: Record<string, AssetRef[]> }
}

/** Most internal ids in one entry of the audit log; the number of patients is always complete. */
const MAX_IDS = 100

/** Counts the patients that an answer discloses, for its entry in the audit log. */
type DisclosedPatients = {
  add(assets: Iterable<AnsweredAsset>): void
  /** details of the entry; empty for people without the patient-data flag, because no answer shows them patients */
  details(): AuditDetails
}

/** Creates the counter for one viewer. */
export function countDisclosedPatients(viewer: Viewer): DisclosedPatients {
  const ids: string[] = []
  let patients = 0
  let linked = 0
  return {
    add: (assets) => {
      if (!viewer.patientDataAccess) return
      for (const { _id, AssetType, Fields } of assets) {
        linked += Fields?.Mappings?.[PATIENT]?.length ?? 0
        if (AssetType !== PATIENT) continue
        patients += 1
        if (ids.length < MAX_IDS) ids.push(_id.toHexString())
      }
    },
    details: () => {
      if (!viewer.patientDataAccess) return {}
      return {
        patients,
        ...(ids.length > 0 ? { patientIds: ids } : {}),
        ...(linked > 0 ? { linkedPatients: linked } : {}),
      }
    },
  }
}

/** Returns the audit details about the patients among the assets of an answer. */
export function disclosedPatients(viewer: Viewer, assets: Iterable<AnsweredAsset>): AuditDetails {
  const disclosed = countDisclosedPatients(viewer)
  disclosed.add(assets)
  return disclosed.details()
}

const BUILT_IN_TYPES = ['Equipment', 'Clinician', PATIENT]

/** An asset as calls name it: its id, and optionally its type. */
type AssetReference = { readonly assetId: string; readonly assetType?: string | undefined }

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

/**
 * Finds the asset whose history is requested. The audit log names the asset as the target of the call, and marks it
 * when it is a patient.
 * @throws ApiError 404, 409 as `resolveAssetRef`
 */
export async function resolveHistoryAsset(
  db: Database,
  reference: AssetReference,
  { actor, target, auditDetails }: Pick<CallContext<Actor>, 'actor' | 'target' | 'auditDetails'>,
): Promise<AssetDoc['_id']> {
  const asset = await resolveAssetRef(db, actor, reference)
  target('asset', asset._id.toHexString())
  auditDetails(disclosedPatients(sessionOf(actor), [asset]))
  return asset._id
}

/**
 * Reads a page of the history of an asset, newest first, and the total number of rows. The request is audited as in
 * {@link resolveHistoryAsset}.
 * @throws ApiError 404, 409 as `resolveAssetRef`
 */
export async function readAssetHistory<D extends { asset: Types.ObjectId; time: Date }>(
  db: Database,
  history: LeanModel<D>,
  { reference, page }: { reference: AssetReference; page: HistoryPageRequest },
  context: Pick<CallContext<Actor>, 'actor' | 'target' | 'auditDetails'>,
): Promise<{ rows: D[]; total: number }> {
  return findHistoryPage(history, await resolveHistoryAsset(db, reference, context), page)
}
