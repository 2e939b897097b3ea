import type { ServiceParts } from '@wardtrack/access'
import { messages, metadataName } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { ApiError, createTurns, invalid } from '@wardtrack/service-kit'
import { addToMapping } from './add-to-mapping.ts'
import { applyMappingChanges } from './apply-changes.ts'
import { editMapping, MAPPING } from './edit-mapping.ts'
import type { GivenValue } from './mapping-change.ts'
import { removeUnnamedImages } from './store-image.ts'

/** Row of an import: an entry's members, and at most one of its options. */
export type ImportedEntry = {
  type: string
  name: string
  members: Readonly<Record<string, GivenValue>>
  option?: { name: string; alias: string }
}

/** Problem of a row: the member and the reason. */
export type EntryProblem = { member: string; message: string }

type Mapping = Pick<MetadataDoc, 'aliases' | 'types'>

/**
 * Merges rows into the mapping as one change: missing types and entries are created, and members are replaced. Parts
 * that no row names stay. A row with an error changes nothing.
 * @returns the problems of each row, none for a merged row
 */
export async function importMappingEntries(
  parts: ServiceParts,
  entries: readonly ImportedEntry[],
  { dryRun }: { dryRun: boolean },
): Promise<EntryProblem[][]> {
  const stored = await parts.db.models.metadata.findOne({ _id: MAPPING })
  const preview = stored ? await mergeEntries(stored, entries) : undefined
  if (!preview) throw new ApiError('not_found', messages.notFound)
  if (dryRun || preview.problems.every((problems) => problems.length > 0)) return preview.problems
  let { problems } = preview
  let before: MetadataDoc | undefined
  const saved = await editMapping(parts, { id: MAPPING }, async (current) => {
    before = current
    const merged = await mergeEntries(current, entries)
    problems = merged.problems
    return merged.mapping
  })
  if (before) await removeUnnamedImages(parts, before, saved)
  return problems
}

async function mergeEntries(
  { aliases, types }: Mapping,
  entries: readonly ImportedEntry[],
): Promise<{ mapping: Mapping; problems: EntryProblem[][] }> {
  let mapping: Mapping = { aliases, types }
  const problems: EntryProblem[][] = []
  const turn = createTurns()
  for (const entry of entries) {
    await turn()
    try {
      mapping = mergeEntry(mapping, entry)
      problems.push([])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problems.push(problemsOf(error))
    }
  }
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

/** Adds the entry to the mapping unless it exists. */
function withEntry(mapping: Mapping, type: string, name: string): Mapping {
  const typed = Object.hasOwn(mapping.types, type) ? mapping : addToMapping(mapping, type, '').mapping
  if (Object.hasOwn(typed.types[type] ?? {}, name)) return typed
  return addToMapping(typed, `${type}/${name}`, '').mapping
}

/**
 * Converts errors to problems. The paths of errors end with the invalid member; the path of an option leads through
 * `Options`.
 */
function problemsOf({ errors, message }: ApiError): EntryProblem[] {
  if (errors.length === 0) return [{ member: '', message }]
  return errors.map(({ path, message: text }) => {
    const parts = path.split('.')
    if (parts[3] === 'Options') return { member: 'Option', message: text }
    return { member: parts.length === 2 || parts.length > 3 ? (parts.at(-1) ?? '') : 'Name', message: text }
  })
}
