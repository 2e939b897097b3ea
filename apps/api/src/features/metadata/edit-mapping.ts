import type { ServiceParts } from '@wardtrack/access'
import { type MetadataDoc, revisionOf, updateAtRevision } from '@wardtrack/database'
import { conflict, notFound, unavailable } from '@wardtrack/service-kit'

/** `_id` of the single mapping. */
export const MAPPING = 'mapping'
/** Maximum number of attempts when concurrent edits conflict. */
const MAX_ATTEMPTS = 10

/** Result of an edit; omitting `removed` keeps the removed parts. */
export type Mapping = Pick<MetadataDoc, 'aliases' | 'types' | 'removed'>

/**
 * Edits the mapping. Concurrent edits run one after the other, each on the previous result, so edits of different
 * members are all kept.
 * @param edit returns the new mapping for the stored one; may be called repeatedly, and may throw
 * @param revision revision that the caller has read; any when omitted
 * @returns the mapping as stored
 * @throws ApiError 404 without a mapping of this id, 409 `conflict` when another revision is stored
 */
export async function editMapping(
  { db, bus }: Pick<ServiceParts, 'db' | 'bus'>,
  { id, revision }: { id: string; revision?: string | undefined },
  edit: (stored: MetadataDoc) => Mapping | Promise<Mapping>,
): Promise<MetadataDoc> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const stored = id === MAPPING ? await db.models.metadata.findOne({ _id: MAPPING }) : null
    if (!stored) throw notFound()
    if (revision !== undefined && revision !== revisionOf(stored)) throw conflict()
    const { aliases, types, removed = stored.removed } = await edit(stored)
    const saved = await updateAtRevision<MetadataDoc>(db.models.metadata, {
      filter: { _id: MAPPING },
      update: { $set: { aliases, types, ...(removed ? { removed } : {}) } },
      revision: revisionOf(stored),
    })
    if (!saved) continue
    bus.publish('config.changed', { what: 'metadata' })
    return saved
  }
  throw unavailable()
}
