import { MAPPING_LIMITS, type MetaEntry, messages } from '@wardtrack/contracts'
import { duplicate, invalidMember, notFound } from '@wardtrack/service-kit'
import { isModelFree } from './apply-changes.ts'
import type { Mapping } from './edit-mapping.ts'
import { formerEntry, formerType, withoutFormer } from './removed-metadata.ts'

/** Members of pushed items that identify the event and its subject, and are not values of an asset. */
export const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  'AssetType',
  'AssetId',
  'CustomTags',
  'LocationTags',
  'provider',
])

/** Members of an asset that the server writes itself. */
export const SERVER_MEMBERS: ReadonlySet<string> = new Set([
  'AssetStatus',
  'Fields',
  'FieldTimes',
  'Mappings',
  'CurrentLocation',
  'HomeLocation',
  'TagKeys',
  'SearchGrams',
  'SearchWords',
  'createdAt',
  'updatedAt',
])

/** Members of a device's state that are not fields. */
const STATE_MEMBERS: ReadonlySet<string> = new Set(['tagId', 'time', 'eventId', 'deviceId', 'alarm'])

/** Returns true if no entry may have this name, because it has another meaning in pushed items. */
const isServerName = (name: string): boolean =>
  ITEM_MEMBERS.has(name) || SERVER_MEMBERS.has(name) || STATE_MEMBERS.has(name)

/** Added part, laid out as in the mapping. */
export type AddedPart = Record<string, Record<string, MetaEntry>>

/**
 * Adds an asset type (`{type}`) or an entry (`{type}/{name}`) to the mapping.
 * @throws ApiError 400, 404 for an entry of an unknown type, 409 'Already Exist'
 */
export function addToMapping(
  mapping: Mapping,
  newMetaData: string,
  alias: string,
): { mapping: Mapping; added: AddedPart } {
  const [type = '', name] = newMetaData.split('/')
  return name === undefined ? addType(mapping, type, alias) : addEntry(mapping, type, name, alias)
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const alreadyThere = () =>
  duplicate(messages.metadataExists, [{ path: 'newMetaData', message: messages.metadataExists }])

/** @param present existing names and aliases; compared case-insensitively */
const isTaken = (present: readonly string[], text: string): boolean =>
  text !== '' && present.some((presentName) => isSame(presentName, text))

/** Adds a type; a removed type is restored with its entries. */
function addType(mapping: Mapping, type: string, alias: string) {
  const { aliases, types } = mapping
  const present = [...Object.keys(types), ...Object.values(aliases)]
  if (isTaken(present, type) || isTaken(present, alias)) throw alreadyThere()
  if (Object.keys(types).length >= MAPPING_LIMITS.types)
    throw invalidMember('newMetaData', messages.metadataFull)
  const entries = formerType(mapping.removed, type) ?? {}
  return {
    mapping: {
      aliases: { ...aliases, [type]: alias || type },
      types: { ...types, [type]: entries },
      ...withoutFormer(mapping.removed, { type }),
    },
    added: { [type]: entries },
  }
}

/** Adds an entry; a removed entry is restored at its path, where assets still have values. */
function addEntry(mapping: Mapping, type: string, name: string, alias: string) {
  const { aliases, types } = mapping
  const entries = Object.hasOwn(types, type) ? types[type] : undefined
  if (!entries) throw notFound()
  const present = [...Object.keys(entries), ...Object.values(entries).map(({ Alias }) => Alias)]
  if (isTaken(present, name) || isTaken(present, alias)) throw alreadyThere()
  if (isServerName(name)) throw invalidMember('newMetaData', messages.metadataNameTaken)
  const entry = restoredEntry(mapping, { type, name, alias, present }) ?? newEntry(name, alias)
  if (!isModelFree(entries, name, entry.Model)) throw alreadyThere()
  if (Object.keys(entries).length >= MAPPING_LIMITS.entries)
    throw invalidMember('newMetaData', messages.metadataFull)
  return {
    mapping: {
      aliases,
      types: { ...types, [type]: { ...entries, [name]: entry } },
      ...withoutFormer(mapping.removed, { type, name }),
    },
    added: { [type]: { [name]: entry } },
  }
}

const newEntry = (name: string, alias: string): MetaEntry => ({
  Alias: alias || name,
  Model: `Fields.${name}`,
  tableKey: name,
  filterFlag: '0',
  inputType: 'input',
})

/** Returns the removed entry, unless another entry has taken its path since. */
function restoredEntry(
  { types, removed }: Mapping,
  { type, name, alias, present }: { type: string; name: string; alias: string; present: readonly string[] },
): MetaEntry | undefined {
  const former = formerEntry(removed, type, name)
  if (!former || !isModelFree(types[type] ?? {}, name, former.Model)) return undefined
  return { ...former, Alias: alias || (isTaken(present, former.Alias) ? name : former.Alias) }
}
