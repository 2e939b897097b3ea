import { type Actor, disclosedPatients, sessionOf } from '@wardtrack/access'
import type { AssetDoc, Database } from '@wardtrack/database'
import type { CallContext } from '@wardtrack/service-kit'
import { type AssetName, findAsset } from './assets.store.ts'

/**
 * Finds the asset of a call and records it in the audit log.
 * @throws ApiError 404 for an unknown asset, or a patient hidden from the caller
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
