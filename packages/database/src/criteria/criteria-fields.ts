import type { MetaEntry } from '@wardtrack/contracts'

/** How a field's values are compared; `id` is the internal id of an asset. */
export type FieldKind = 'text' | 'date' | 'list' | 'id'

/** What criteria may name: field as sent → stored path and kind. */
export type CriteriaFields = ReadonlyMap<string, { path: string; kind: FieldKind }>

const FIXED_FIELDS: readonly [string, FieldKind][] = [
  ['_id', 'id'],
  ['AssetId', 'text'],
  ['AssetType', 'text'],
  ['AssetStatus', 'text'],
  ['CustomTags', 'list'],
  ['createdAt', 'date'],
  ['updatedAt', 'date'],
  ['LocationTags.Provider', 'text'],
  ['LocationTags.TagId', 'text'],
  ['CurrentLocation.mapId', 'text'],
  ['CurrentLocation.provider', 'text'],
]

/** Deepest level a hierarchy can have (ingestion takes names of up to 20 levels). */
const MAX_LEVELS = 20

/** The allow-list made from the metadata mapping: the fixed fields, the levels, and each entry's `Model`. */
export function criteriaFieldsOf(types: Record<string, Record<string, MetaEntry>>): CriteriaFields {
  const fields = new Map<string, { path: string; kind: FieldKind }>()
  for (const [name, kind] of FIXED_FIELDS) fields.set(name, { path: name, kind })
  for (let n = 1; n <= MAX_LEVELS; n += 1) {
    fields.set(`CurrentLocation.fullPath.Level_${n}`, {
      path: `CurrentLocation.fullPath.Level_${n}`,
      kind: 'text',
    })
    fields.set(`CurrentLocation.level.Level_${n}`, {
      path: `CurrentLocation.fullPath.Level_${n}`,
      kind: 'text',
    })
    fields.set(`HomeLocation.fullPath.Level_${n}`, { path: `HomeLocation.fullPath.Level_${n}`, kind: 'text' })
  }
  for (const entries of Object.values(types))
    for (const entry of Object.values(entries))
      fields.set(entry.Model, { path: entry.Model, kind: entry.inputType === 'multiple' ? 'list' : 'text' })
  return fields
}
