import { MAPPING_LIMITS, type MetaEntry, messages } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { duplicate, invalidMember, notFound } from '@wardtrack/service-kit'
import { isModelFree } from './apply-changes.ts'
import { isServerName } from './server-members.ts'

type Mapping = Pick<MetadataDoc, 'aliases' | 'types'>
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
function checkFree(present: readonly string[], name: string, alias: string): void {
  const isTaken = (text: string): boolean =>
    text !== '' && present.some((presentName) => isSame(presentName, text))
  if (isTaken(name) || isTaken(alias)) throw alreadyThere()
}

function addType({ aliases, types }: Mapping, type: string, alias: string) {
  checkFree([...Object.keys(types), ...Object.values(aliases)], type, alias)
  if (Object.keys(types).length >= MAPPING_LIMITS.types)
    throw invalidMember('newMetaData', messages.metadataFull)
  return {
    mapping: { aliases: { ...aliases, [type]: alias || type }, types: { ...types, [type]: {} } },
    added: { [type]: {} },
  }
}

function addEntry({ aliases, types }: Mapping, type: string, name: string, alias: string) {
  const entries = Object.hasOwn(types, type) ? types[type] : undefined
  if (!entries) throw notFound()
  checkFree([...Object.keys(entries), ...Object.values(entries).map(({ Alias }) => Alias)], name, alias)
  if (isServerName(name)) throw invalidMember('newMetaData', messages.metadataNameTaken)
  const Model = `Fields.${name}`
  if (!isModelFree(entries, name, Model)) throw alreadyThere()
  if (Object.keys(entries).length >= MAPPING_LIMITS.entries)
    throw invalidMember('newMetaData', messages.metadataFull)
  const entry: MetaEntry = {
    Alias: alias || name,
    Model,
    tableKey: name,
    filterFlag: '0',
    inputType: 'input',
  }
  return {
    mapping: { aliases, types: { ...types, [type]: { ...entries, [name]: entry } } },
    added: { [type]: { [name]: entry } },
  }
}
