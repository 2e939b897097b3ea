import type { ServiceParts } from '@wardtrack/access'
import { type MetadataDoc, revisionOf, updateAtRevision } from '@wardtrack/database'
import { conflict, notFound, unavailable } from '@wardtrack/service-kit'

/** `_id` of the one mapping. */
export const MAPPING = 'mapping'
/** How often an edit that met another person's is made again on what is stored then. */
const MAX_ATTEMPTS = 10

/** What an edit makes of the mapping; what was removed stays as it is when it is left out. */
export type Mapping = Pick<MetadataDoc, 'aliases' | 'types' | 'removed'>

/**
 * Edits the mapping. Edits of several people at once are made one after the other, each on what the one before left: who
 * changes other members than they did loses nothing.
 * @param edit makes the new mapping of the stored one; may be called again, and may throw
 * @param revision the state that the caller has seen; any when left out
 * @returns the mapping as stored
 * @throws ApiError 404 without a mapping of this id, 409 `conflict` when another revision is stored
 */
export async function editMapping(
  { db, bus }: Pick<ServiceParts, 'db' | 'bus'>,
  { id, revision }: { id: string; revision?: string | undefined },
  edit: (stored: MetadataDoc) => Mapping,
): Promise<MetadataDoc> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const stored = id === MAPPING ? await db.models.metadata.findOne({ _id: MAPPING }) : null
    if (!stored) throw notFound()
    if (revision !== undefined && revision !== revisionOf(stored)) throw conflict()
    const { aliases, types, removed = stored.removed } = edit(stored)
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
