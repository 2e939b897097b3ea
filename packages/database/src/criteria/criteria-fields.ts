import type { MetaEntry } from '@wardtrack/contracts'
import type { KeyRing } from '@wardtrack/encryption'
import type { EncryptionRules } from '../sealing/encryption-rules.ts'
import { blindIndexes } from '../sealing/seal-values.ts'

/** Comparison of a field's values; `id` is the internal id of an asset. */
export type FieldKind = 'text' | 'date' | 'list' | 'id'

/** A field that criteria may name. */
export type CriteriaField = {
  path: string
  kind: FieldKind
  /** path of the list whose elements have the field */
  list?: string
  /** the possible blind indexes of a value; set for a field that some asset type encrypts or has encrypted */
  blindIndexes?: (value: unknown) => string[]
  /** asset types whose mapping has the field; absent for a field of every type */
  types?: readonly string[]
  /** asset types that encrypt the field: they allow only comparison for equality, and no sorting */
  encryptedTypes?: readonly string[]
}

/** Fields that criteria may name: field as sent → stored path and kind. */
export type CriteriaFields = ReadonlyMap<string, CriteriaField>

/** Encrypted fields and the keys that encrypt them. */
export type EncryptionState = { rules: EncryptionRules; ring: KeyRing | undefined }

const FIXED_FIELDS: readonly [string, FieldKind, list?: string][] = [
  ['_id', 'id'],
  ['AssetId', 'text'],
  ['AssetType', 'text'],
  ['AssetStatus', 'text'],
  ['CustomTags', 'list'],
  ['createdAt', 'date'],
  ['updatedAt', 'date'],
  ['LocationTags.Provider', 'text', 'LocationTags'],
  ['LocationTags.TagId', 'text', 'LocationTags'],
  ['CurrentLocation.mapId', 'text'],
  ['CurrentLocation.provider', 'text'],
]

/** Maximum number of levels of a place (ingestion takes names of up to 20 levels). */
const MAX_LEVELS = 20

/** Creates the allow-list from the metadata mapping: the fixed fields, the levels, and each entry's `Model`. */
export function criteriaFieldsOf(
  types: Record<string, Record<string, MetaEntry>>,
  encryption?: EncryptionState,
): CriteriaFields {
  const fields = new Map<string, CriteriaField>()
  for (const [name, kind, list] of FIXED_FIELDS)
    fields.set(name, { path: name, kind, ...(list === undefined ? {} : { list }) })
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
  for (const [type, entries] of Object.entries(types))
    for (const entry of Object.values(entries)) {
      const typesOfField = [...(fields.get(entry.Model)?.types ?? []), type]
      fields.set(entry.Model, {
        path: entry.Model,
        kind: entry.inputType === 'multiple' ? 'list' : 'text',
        types: typesOfField,
        ...encryptionOf(entry.Model, typesOfField, encryption),
      })
    }
  return fields
}

function encryptionOf(
  path: string,
  types: readonly string[],
  encryption: EncryptionState | undefined,
): Pick<CriteriaField, 'blindIndexes' | 'encryptedTypes'> {
  const { rules, ring } = encryption ?? {}
  if (!ring || !rules?.isBlind(path)) return {}
  return {
    blindIndexes: (value) => blindIndexes(ring, path, value),
    encryptedTypes: types.filter((type) => rules.isEncrypted(type, path)),
  }
}

/**
 * A condition on one field. When the field lies in the elements of a list, an empty list at the path `emptyList` also
 * meets the condition. Member `blind` has the blind indexes of the requested values, where the field can be
 * encrypted. Member `text` is the contained text, where the search index can find it.
 */
export type CriteriaCondition = {
  path: string
  test: Record<string, unknown>
  emptyList?: string
  blind?: readonly string[]
  text?: string
}
