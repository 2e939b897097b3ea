import { type EncryptableField, type MetaEntry, messages } from '@wardtrack/contracts'
import type { EncryptedFields } from '@wardtrack/database'
import { ApiError, invalidMember } from '@wardtrack/service-kit'

type Entries = Record<string, MetaEntry>
type Types = Record<string, Entries>

/** Members that identify and locate assets, besides the entries of the mapping. */
const FIXED_FIELDS = ['AssetId', 'AssetType', 'CurrentLocation', 'HomeLocation', 'CustomTags', 'LocationTags']

/** Returns the value's path below its field: `['Level']` of `Fields.BatteryLevel.Level`. */
function subFieldsOf({ Model }: MetaEntry): string[] {
  const subField = Model.split('.').slice(2).join('.')
  return subField === '' ? [] : [subField]
}

/** Only values stored under `Fields` can be encrypted. */
const isEncryptable = (name: string, { Model }: MetaEntry): boolean =>
  Model.startsWith('Fields.') && !Model.startsWith('Fields.Mappings') && !FIXED_FIELDS.includes(name)

/** Returns the fields of an asset type, as the page lists them. */
export function encryptableFields(entries: Entries): EncryptableField[] {
  const ofMapping = Object.entries(entries).map(([field, entry]) => ({
    field,
    alias: entry.Alias || field,
    subFields: subFieldsOf(entry),
    encryptable: isEncryptable(field, entry),
  }))
  const fixed = FIXED_FIELDS.filter((field) => !Object.hasOwn(entries, field)).map((field) => ({
    field,
    alias: field,
    subFields: [],
    encryptable: false,
  }))
  return [...ofMapping, ...fixed]
}

/** @throws ApiError 400 naming the first member that is unknown or cannot be encrypted */
export function checkEncryptedFields(fieldsByType: EncryptedFields, types: Types, pathPrefix = ''): void {
  for (const [type, fields] of Object.entries(fieldsByType)) {
    const entries = Object.hasOwn(types, type) ? types[type] : undefined
    if (!entries) throw invalidMember(`${pathPrefix}${type}`, messages.assetTypeUnknown)
    for (const [name, subFields] of Object.entries(fields))
      checkField(entries, { name, subFields, path: `${pathPrefix}${type}.${name}` })
  }
}

function checkField(
  entries: Entries,
  { name, subFields, path }: { name: string; subFields: readonly string[]; path: string },
): void {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
  if (FIXED_FIELDS.includes(name)) throw invalidMember(path, messages.fieldNotEncryptable)
  if (!entry) throw invalidMember(path, messages.fieldUnknown)
  if (!isEncryptable(name, entry)) throw invalidMember(path, messages.fieldNotEncryptable)
  const wrong = subFields.findIndex((subField) => !subFieldsOf(entry).includes(subField))
  if (wrong >= 0) throw invalidMember(`${path}.${wrong}`, messages.subFieldUnknown)
}

/** Merges two sets of configured fields. */
export function mergeFields(present: EncryptedFields, added: EncryptedFields): EncryptedFields {
  const merged: EncryptedFields = { ...present }
  for (const [type, fields] of Object.entries(added)) merged[type] = { ...merged[type], ...fields }
  return withoutEmpty(merged)
}

/** Value of a member of a set operation: sub-fields of a field, or all fields of a type. */
type SetMember = readonly string[] | EncryptedFields[string] | null

/**
 * Applies a set operation to the configured fields: `{type}.{field}` with its sub-fields, or null to disable
 * encryption; `{type}` with all its encrypted fields.
 * @throws ApiError 400
 */
export function applySetOperation(
  present: EncryptedFields,
  operation: Readonly<Record<string, SetMember>>,
  types: Types,
): EncryptedFields {
  if (Object.keys(operation).length === 0) throw invalidMember('$set', messages.encryptionNothing)
  const result: EncryptedFields = Object.fromEntries(
    Object.entries(present).map(([type, fields]) => [type, { ...fields }]),
  )
  for (const [path, value] of Object.entries(operation)) {
    const dot = path.indexOf('.')
    const type = dot < 0 ? path : path.slice(0, dot)
    const field = dot < 0 ? undefined : path.slice(dot + 1)
    if (!Object.hasOwn(types, type)) throw invalidMember(path, messages.assetTypeUnknown)
    const fields = fieldsAfter(result[type] ?? {}, field, value, path)
    checkEncryptedFields({ [type]: fields }, types)
    result[type] = fields
  }
  return withoutEmpty(result)
}

function fieldsAfter(
  present: EncryptedFields[string],
  field: string | undefined,
  value: SetMember,
  path: string,
): EncryptedFields[string] {
  if (field === undefined) {
    if (value === null) return {}
    if (isList(value)) throw invalidMember(path, messages.encryptionNothing)
    return value
  }
  if (value !== null && !isList(value)) throw invalidMember(path, messages.encryptionNothing)
  const { [field]: _before, ...otherFields } = present
  return value === null ? otherFields : { ...otherFields, [field]: [...value] }
}

const isList = (value: SetMember): value is readonly string[] => Array.isArray(value)

const withoutEmpty = (fields: EncryptedFields): EncryptedFields =>
  Object.fromEntries(Object.entries(fields).filter(([, ofType]) => Object.keys(ofType).length > 0))

/** Creates the 404 error about an unknown asset type. */
export const unknownType = (): ApiError => new ApiError('not_found', messages.assetTypeUnknown)
