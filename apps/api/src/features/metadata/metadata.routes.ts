import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { filterGroupsOfTypes } from './filter-options.ts'
import { createMetadataService } from './metadata.service.ts'
import type { MetadataStore } from './metadata.store.ts'
import { countMetadataUse } from './metadata-use.ts'
import { toMetaMapping } from './visible-mapping.ts'

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
