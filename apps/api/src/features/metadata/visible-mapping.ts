import { holdsAny, type SessionActor } from '@wardtrack/access'
import type { MetaMapping } from '@wardtrack/contracts'
import { type MetadataDoc, revisionOf } from '@wardtrack/database'
import { visibleTypes } from '@wardtrack/patient-rule'

/** Pages for configuring the mapping: they show its Patient part, which holds no patient data. */
const CONFIGURING = ['metadata-mappings', 'encryption-setting']

/** Converts the mapping to the response of getMetaDataMapping: types beside `_id` and `_aliases`. */
export function toMetaMapping(doc: MetadataDoc, actor: SessionActor): MetaMapping {
  const isConfiguring = holdsAny(actor.allowedRoutes, CONFIGURING)
  const shown = isConfiguring ? Object.keys(doc.types) : visibleTypes(Object.keys(doc.types), actor)
  const shownOf = <T>(byType: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(byType).filter(([type]) => shown.includes(type)))
  return {
    ...shownOf(doc.types),
    _id: doc._id,
    _aliases: shownOf(doc.aliases),
    ...(isConfiguring ? { _revision: revisionOf(doc) } : {}),
  } as MetaMapping
}
