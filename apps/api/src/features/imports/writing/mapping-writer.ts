import type { ServiceParts } from '@wardtrack/access'
import { IMPORT_LIMITS, messages, OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '@wardtrack/contracts'
import { createTurns } from '@wardtrack/service-kit'
import { type ImportedEntry, importMappingEntries } from '../../metadata/index.ts'
import type { ImportWriter, NamedRow, RowProblem } from './import-writer.types.ts'
import { cellText } from './named-rows.ts'

const TARGETS: readonly string[] = [
  ...REQUIRED_COLUMNS.importMetaDataMapping,
  ...OPTIONAL_COLUMNS.importMetaDataMapping,
]
const MEMBERS = ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType'] as const

/** Creates a writer of metadata mapping rows that stores all rows as one change. */
export function createMappingWriter(parts: ServiceParts): ImportWriter {
  return {
    batchRows: IMPORT_LIMITS.mappingRows,
    isWhole: true,
    mayStandFor: async (target) => TARGETS.includes(target),
    write: async (rows, { dryRun }) => {
      const read: ReturnType<typeof readEntryRow>[] = []
      const turn = createTurns()
      for (const row of rows) {
        read.push(readEntryRow(row))
        await turn()
      }
      const entries = read.filter((row): row is ImportedEntry => 'type' in row)
      const merged = (await importMappingEntries(parts, entries, { dryRun })).values()
      const accepted = new Set<string>()
      const problems = read.map((row): RowProblem[] => {
        if (!('type' in row)) return row.problems
        const found = merged.next().value ?? []
        if (found.length === 0) accepted.add(`${row.type}.${row.name}`)
        return found.map(({ member, message }) => ({ target: targetOf(member), message }))
      })
      return { accepted: accepted.size, problems }
    },
  }
}

const targetOf = (member: string): string => (TARGETS.includes(member) ? member : '')

function readEntryRow({ values, message }: NamedRow): ImportedEntry | { problems: RowProblem[] } {
  if (message !== undefined) return { problems: [{ target: '', message }] }
  const missing = ['AssetType', 'Name'].filter((target) => !values.has(target))
  const option = values.get('Option')
  if (values.has('OptionAlias') && option === undefined) missing.push('Option')
  if (missing.length > 0)
    return { problems: missing.map((target) => ({ target, message: messages.fieldRequired })) }
  const members = MEMBERS.filter((member) => values.has(member)).map(
    (member) => [member, valueOf(values.get(member))] as const,
  )
  return {
    type: cellText(values.get('AssetType')),
    name: cellText(values.get('Name')),
    members: Object.fromEntries(members),
    ...(option === undefined
      ? {}
      : {
          option: {
            name: cellText(option),
            alias: cellText(values.get('OptionAlias') ?? option),
          },
        }),
  }
}

const valueOf = (value: unknown): string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' ? value : cellText(value)
