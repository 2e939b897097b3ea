import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import { calls, MAX_COUNTED_USE, type MetadataUse } from '@wardtrack/contracts'
import { type Database, type MetadataDoc, trusted } from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { filterGroupsOfTypes } from './filter-options.ts'
import { createMetadataService } from './metadata.service.ts'
import type { MetadataStore } from './metadata.store.ts'
import type { MetadataPart } from './removed-metadata.ts'
import { toMetaMapping } from './visible-mapping.ts'

/**
 * Counts the assets of a type, or with a value of an entry. Without the flag, patients are not counted.
 * @throws ApiError 404 for a type or entry that the mapping does not have
 */
async function countMetadataUse(
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

/** Creates the calls of the metadata mapping: names of asset fields, filter flags, and images. */
export function metadataRoutes(parts: ServiceParts, metadata: MetadataStore): ServedCall<Actor>[] {
  const service = createMetadataService(parts)
  const { db } = parts
  return [
    serve(calls.getMetaDataMapping)<Actor>(async (_input, { actor }) =>
      toMetaMapping(await metadata.read(), sessionOf(actor)),
    ),
    serve(calls.getFilterOption)<Actor>(async (_input, { actor }) => [
      await filterGroupsOfTypes(db, metadata, sessionOf(actor)),
    ]),
    serve(calls.updateMetaDataMapping)<Actor>(service.update),
    serve(calls.saveNewMetaDataMapping)<Actor>(service.add),
    serve(calls.removeMetaDataMapping)<Actor>(service.remove),
    serve(calls.countMetaDataMapping)<Actor>(async ({ query }, { actor }) =>
      countMetadataUse(db, await metadata.read(), query, sessionOf(actor)),
    ),
    serve(calls.uploadMetaDataFiles)<Actor>(service.uploadImages),
    serve(calls.deleteAliasImage)<Actor>(service.removeImage),
  ]
}
