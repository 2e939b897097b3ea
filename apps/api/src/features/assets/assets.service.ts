import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { AssetRef, Pair } from '@wardtrack/contracts'
import type { AssetDoc } from '@wardtrack/database'
import { mayKnowType, visibleLinks } from '@wardtrack/patient-rule'
import { notFound } from '@wardtrack/service-kit'
import { EXCLUDED_FIELDS } from './asset-answer.ts'

/** An asset by its type and id; a patient is not there for who may not see patients. @throws ApiError 404 */
export async function findAsset(
  { db }: ServiceParts,
  actor: SessionActor,
  AssetType: string,
  AssetId: string,
): Promise<AssetDoc> {
  if (!mayKnowType(actor, AssetType)) throw notFound()
  const found = await db.assets.findOne({ AssetType, AssetId }, { projection: EXCLUDED_FIELDS })
  if (!found) throw notFound()
  return found
}

/** An asset's name for showing it in a link. */
export function refOf(doc: Pick<AssetDoc, 'AssetType' | 'AssetId' | 'Fields'>): AssetRef {
  const name = doc.Fields['AssetName']
  return {
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    Fields: typeof name === 'string' ? { AssetName: name } : {},
  }
}

/** What an asset is linked to, the asset itself first in each pair. */
export function pairsOf(doc: AssetDoc, actor: SessionActor): Pair[] {
  const linked = Object.values(visibleLinks(doc.Fields.Mappings ?? {}, actor)).flat()
  return linked.map((other) => [refOf(doc), other])
}
