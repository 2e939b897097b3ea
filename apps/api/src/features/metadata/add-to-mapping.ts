import { MAPPING_LIMITS, type MetaEntry, messages } from '@wardtrack/contracts'
import { duplicate, invalidMember, notFound } from '@wardtrack/service-kit'
import { isModelFree } from './apply-changes.ts'
import type { Mapping } from './edit-mapping.ts'
import { formerEntry, formerType, withoutFormer } from './removed-metadata.ts'
import { isServerName } from './server-members.ts'

/** What was added, laid out as in the mapping. */
export type AddedPart = Record<string, Record<string, MetaEntry>>

/**
 * The mapping with a new asset type (`{type}`) or a new entry (`{type}/{name}`).
 * @throws ApiError 400, 404 for an entry of a type that is not there, 409 'Already Exist'
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

/** @param present names and aliases that are there; compared without case */
const isTaken = (present: readonly string[], text: string): boolean =>
  text !== '' && present.some((presentName) => isSame(presentName, text))

/** One that was removed comes back with its entries. */
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

/** One that was removed comes back as it was, at its path: assets have kept their values there. */
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

/** The entry as it was removed, unless another one has taken its path since. */
function restoredEntry(
  { types, removed }: Mapping,
  { type, name, alias, present }: { type: string; name: string; alias: string; present: readonly string[] },
): MetaEntry | undefined {
  const former = formerEntry(removed, type, name)
  if (!former || !isModelFree(types[type] ?? {}, name, former.Model)) return undefined
  return { ...former, Alias: alias || (isTaken(present, former.Alias) ? name : former.Alias) }
}
