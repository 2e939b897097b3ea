import type { SessionActor } from '@wardtrack/access'
import { MAX_COUNTED_USE, type MetadataUse } from '@wardtrack/contracts'
import { type Database, type MetadataDoc, trusted } from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import { notFound } from '@wardtrack/service-kit'
import type { MetadataPart } from './removed-metadata.ts'

/**
 * Counts the assets of a type, or with a value of an entry. Without the flag, patients are not counted.
 * @throws ApiError 404 for a type or entry that the mapping does not have
 */
export async function countMetadataUse(
  db: Database,
  { types }: MetadataDoc,
  { type, name }: MetadataPart,
  actor: SessionActor,
): Promise<MetadataUse> {
  const entries = Object.hasOwn(types, type) ? types[type] : undefined
  const entry = name !== undefined && entries && Object.hasOwn(entries, name) ? entries[name] : undefined
  if (!entries || (name !== undefined && !entry)) throw notFound()
  if (!mayKnowType(actor, type)) return {}
  const withValue = entry ? { [entry.Model]: trusted({ $exists: true }) } : {}
  const assets = await db.models.assets
    .countDocuments({ AssetType: type, ...withValue })
    .limit(MAX_COUNTED_USE)
  return { assets }
}
