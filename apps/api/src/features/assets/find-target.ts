import { type Actor, disclosedPatients, sessionOf } from '@wardtrack/access'
import type { AssetDoc, Database } from '@wardtrack/database'
import type { CallContext } from '@wardtrack/service-kit'
import { type AssetName, findAsset } from './assets.store.ts'

/**
 * The asset that a call is about, noted as such in the audit log.
 * @throws ApiError 404 when there is none, or it is a patient that the caller may not know of
 */
export async function findTarget(
  db: Database,
  context: CallContext<Actor>,
  name: AssetName,
): Promise<AssetDoc> {
  const actor = sessionOf(context.actor)
  const asset = await findAsset(db, actor, name)
  context.target('asset', asset._id.toHexString())
  context.auditDetails(disclosedPatients(actor, [asset]))
  return asset
}
