import { holdsAny, type SessionActor } from '@wardtrack/access'
import type { MetaMapping } from '@wardtrack/contracts'
import { type MetadataDoc, PATIENT } from '@wardtrack/database'

/** Pages that configure the mapping: they show its Patient part, which holds no patient data (row 11). */
const CONFIGURING = ['metadata-mappings', 'encryption-setting']

/** Asset types of the mapping that a session may know of. */
export function visibleTypes(types: readonly string[], actor: SessionActor): string[] {
  return types.filter((type) => actor.patientDataAccess || type !== PATIENT)
}

/** The mapping as row 11 answers it: types beside `_id` and `_aliases`. */
export function toMetaMapping(doc: MetadataDoc, actor: SessionActor): MetaMapping {
  const all = holdsAny(actor.allowedRoutes, CONFIGURING)
  const shown = all ? Object.keys(doc.types) : visibleTypes(Object.keys(doc.types), actor)
  const part = <T>(of: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(of).filter(([type]) => shown.includes(type)))
  return { ...part(doc.types), _id: doc._id, _aliases: part(doc.aliases) } as MetaMapping
}
