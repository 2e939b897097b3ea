import {
  type AssetDoc,
  type Database,
  findHistoryPage,
  type HistoryPageRequest,
  type LeanModel,
  type Types,
} from '@wardtrack/database'
import type { CallContext } from '@wardtrack/service-kit'
import { type Actor, sessionOf } from './actor.ts'
import { disclosedPatients } from './disclosed-patients.ts'
import { type AssetReference, resolveAssetRef } from './resolve-asset-ref.ts'

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
