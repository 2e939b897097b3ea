import { type ErrorDetail, MAPPING_LIMITS, type MetaEntry, messages } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { invalid } from '@wardtrack/service-kit'
import { type GivenValue, type MappingChange, readMappingChange } from './mapping-change.ts'

type Types = MetadataDoc['types']
type Options = NonNullable<MetaEntry['Options']>

/**
 * Applies the changes of a call to the entries, each by its path; all other members stay.
 * @param query values by path, as updateMetaDataMapping accepts them
 * @throws ApiError 400 naming each invalid path or value, and each unknown type or entry
 */
export function applyMappingChanges(types: Types, query: Readonly<Record<string, GivenValue>>): Types {
  const read = Object.entries(query).map(([path, value]) => readMappingChange(path, value))
  const errors = read.flatMap((change) => ('message' in change ? [change] : unknownEntry(types, change)))
  if (errors.length > 0) throw invalid(errors)
  const changes = read as MappingChange[]
  let next = types
  for (const group of byEntry(changes)) next = applyToEntry(next, group)
  checkModels(next, changes)
  return next
}

function unknownEntry(types: Types, { path, type, name }: MappingChange): ErrorDetail[] {
  const isKnown = Object.hasOwn(types, type) && Object.hasOwn(types[type] ?? {}, name)
  return isKnown ? [] : [{ path: `query.${path}`, message: messages.metadataPathUnknown }]
}

/** Groups changes by entry, changes of the input type first: the input type decides whether options are allowed. */
function byEntry(changes: readonly MappingChange[]): MappingChange[][] {
  const groups = new Map<string, MappingChange[]>()
  for (const change of changes) {
    const key = `${change.type}.${change.name}`
    groups.set(key, [...(groups.get(key) ?? []), change])
  }
  const isFirst = ({ kind }: MappingChange): number => (kind === 'inputType' ? 0 : 1)
  return [...groups.values()].map((group) => group.toSorted((a, b) => isFirst(a) - isFirst(b)))
}

function applyToEntry(types: Types, changes: readonly MappingChange[]): Types {
  const [{ type, name } = { type: '', name: '' }] = changes
  const entries = types[type]
  const entry = entries?.[name]
  if (!entry) return types
  const changed = changes.reduce((before, change) => applyChange(before, change), entry)
  return { ...types, [type]: { ...entries, [name]: changed } }
}

function applyChange(entry: MetaEntry, change: MappingChange): MetaEntry {
  switch (change.kind) {
    case 'alias':
      return { ...entry, Alias: change.value }
    case 'tableKey':
      return { ...entry, tableKey: change.value }
    case 'model':
      return { ...entry, Model: change.value }
    case 'filterFlag':
      return { ...entry, filterFlag: change.value }
    case 'inputType':
      return change.value === 'input'
        ? withOptions({ ...entry, inputType: 'input' }, {})
        : { ...entry, inputType: change.value }
    case 'optionAlias':
      return setOption(entry, change)
    case 'removeOption': {
      const { [change.option]: _removed, ...otherOptions } = entry.Options ?? {}
      return withOptions(entry, otherOptions)
    }
  }
}

function setOption(entry: MetaEntry, change: MappingChange & { kind: 'optionAlias' }): MetaEntry {
  const path = `query.${change.path}`
  if (entry.inputType === 'input') throw invalid([{ path, message: messages.metadataOptionsRule }])
  const options = entry.Options ?? {}
  const known = Object.hasOwn(options, change.option) ? options[change.option] : undefined
  if (!known && Object.keys(options).length >= MAPPING_LIMITS.options)
    throw invalid([{ path, message: messages.metadataFull }])
  return withOptions(entry, { ...options, [change.option]: { ...known, alias: change.value } })
}

/** Removes the member when there are no options: an empty list would make every value invalid. */
function withOptions({ Options: _before, ...entry }: MetaEntry, options: Options): MetaEntry {
  return Object.keys(options).length === 0 ? entry : { ...entry, Options: options }
}

/** Checks that each path belongs to one entry of its type, and that none lies inside another. @throws ApiError 400 */
function checkModels(types: Types, changes: readonly MappingChange[]): void {
  const errors = changes.flatMap((change): ErrorDetail[] => {
    if (change.kind !== 'model' || isModelFree(types[change.type] ?? {}, change.name, change.value)) return []
    return [{ path: `query.${change.path}`, message: messages.metadataModelRule }]
  })
  if (errors.length > 0) throw invalid(errors)
}

/** Returns true if no other entry of a type uses this path, a parent or a child of it. */
export const isModelFree = (entries: Record<string, MetaEntry>, name: string, model: string): boolean =>
  Object.entries(entries).every(
    ([otherName, { Model }]) =>
      otherName === name ||
      (Model !== model && !Model.startsWith(`${model}.`) && !model.startsWith(`${Model}.`)),
  )
