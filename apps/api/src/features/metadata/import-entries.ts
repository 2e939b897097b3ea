import type { ServiceParts } from '@wardtrack/access'
import { messages, metadataName } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { ApiError, invalid } from '@wardtrack/service-kit'
import { addToMapping } from './add-to-mapping.ts'
import { applyMappingChanges } from './apply-changes.ts'
import { editMapping, MAPPING } from './edit-mapping.ts'
import type { GivenValue } from './mapping-change.ts'
import { removeUnnamedImages } from './store-image.ts'

/** One row of an import: an entry's members, and one of its options at most. */
export type ImportedEntry = {
  type: string
  name: string
  members: Readonly<Record<string, GivenValue>>
  option?: { name: string; alias: string }
}

/** What is wrong with a row: the member that it is about, and why. */
export type EntryProblem = { member: string; message: string }

type Mapping = Pick<MetadataDoc, 'aliases' | 'types'>

/**
 * Merges rows into the mapping, as one change: a type or an entry that is not there is made, members are replaced, and
 * nothing is removed that a row does not name. A row with a mistake changes nothing.
 * @returns the problems of each row, none for one that was merged
 */
export async function importMappingEntries(
  parts: ServiceParts,
  entries: readonly ImportedEntry[],
  { dryRun }: { dryRun: boolean },
): Promise<EntryProblem[][]> {
  const stored = await parts.db.models.metadata.findOne({ _id: MAPPING })
  const preview = stored ? mergeEntries(stored, entries) : undefined
  if (!preview) throw new ApiError('not_found', messages.notFound)
  if (dryRun || preview.problems.every((problems) => problems.length > 0)) return preview.problems
  let { problems } = preview
  let before: MetadataDoc | undefined
  const saved = await editMapping(parts, { id: MAPPING }, (current) => {
    before = current
    const merged = mergeEntries(current, entries)
    problems = merged.problems
    return merged.mapping
  })
  if (before) await removeUnnamedImages(parts, before, saved)
  return problems
}

function mergeEntries(
  { aliases, types }: Mapping,
  entries: readonly ImportedEntry[],
): { mapping: Mapping; problems: EntryProblem[][] } {
  let mapping: Mapping = { aliases, types }
  const problems = entries.map((entry) => {
    try {
      mapping = mergeEntry(mapping, entry)
      return []
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return problemsOf(error)
    }
  })
  return { mapping, problems }
}

/** @throws ApiError when the row cannot be merged */
function mergeEntry(mapping: Mapping, { type, name, members, option }: ImportedEntry): Mapping {
  for (const [member, text] of Object.entries({ AssetType: type, Name: name }))
    if (!metadataName.safeParse(text).success)
      throw invalid([{ path: `query.${member}`, message: messages.importColumnName }])
  const query: Record<string, GivenValue> = {}
  for (const [member, value] of Object.entries(members)) query[`${type}.${name}.${member}`] = value
  if (option) query[`${type}.${name}.Options.${option.name}.alias`] = option.alias
  const { aliases, types } = withEntry(mapping, type, name)
  return { aliases, types: Object.keys(query).length > 0 ? applyMappingChanges(types, query) : types }
}

/** The mapping with the entry in it, as it was or new. */
function withEntry(mapping: Mapping, type: string, name: string): Mapping {
  const typed = Object.hasOwn(mapping.types, type) ? mapping : addToMapping(mapping, type, '').mapping
  if (Object.hasOwn(typed.types[type] ?? {}, name)) return typed
  return addToMapping(typed, `${type}/${name}`, '').mapping
}

/** Paths end with the member that is wrong; one of an option leads through `Options`. */
function problemsOf({ errors, message }: ApiError): EntryProblem[] {
  if (errors.length === 0) return [{ member: '', message }]
  return errors.map(({ path, message: text }) => {
    const parts = path.split('.')
    if (parts[3] === 'Options') return { member: 'Option', message: text }
    return { member: parts.length === 2 || parts.length > 3 ? (parts.at(-1) ?? '') : 'Name', message: text }
  })
}
