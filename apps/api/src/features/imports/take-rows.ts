import type { ImportColumn, RowError } from '@wardtrack/contracts'
import { createTurns } from '@wardtrack/service-kit'
import type { TableRow } from './reading/table.ts'
import type { IdentifierChecks } from './writing/identifier-checks.ts'
import type { ImportWriter, NamedRow, RowProblem, WriteOptions } from './writing/import-writer.types.ts'
import { isBlank, toNamedRow } from './writing/named-rows.ts'

/** Result of importing rows: accepted items, refused rows, rows that replace earlier ones, errors and warnings. */
export type TakenRows = {
  accepted: number
  refused: number
  repeats: number
  errors: RowError[]
  warnings: RowError[]
}

/** Rules for importing rows: the targets of columns, and the asset type when no column holds it. */
export type Mapping = { columns: readonly ImportColumn[]; assetType?: string }

/** Imports a batch of rows; rows of empty cells are skipped. */
export async function takeRows(
  writer: ImportWriter,
  rows: readonly TableRow[],
  mapping: Mapping,
  { checks, ...options }: WriteOptions & { checks: IdentifierChecks },
): Promise<TakenRows> {
  const named: NamedRow[] = []
  const turn = createTurns()
  for (const row of rows) {
    await turn()
    const read = readNamedRow(row, mapping)
    if (read) named.push(read)
  }
  if (named.length === 0) return { accepted: 0, refused: 0, repeats: 0, errors: [], warnings: [] }
  const { columns } = mapping
  const { accepted, problems } = await writer.write(named, options)
  const errors = named.flatMap(({ line }, index) =>
    (problems[index] ?? []).map((problem) => toRowError(line, problem, columns)),
  )
  const refused = problems.filter((found) => found.length > 0).length
  let repeats = 0
  const warnings = named.flatMap((row, index): RowError[] => {
    if ((problems[index] ?? []).length > 0) return []
    const taken = checks.take(row)
    if (taken.isRepeat) repeats += 1
    return taken.warnings.map(({ otherLine, character, ...problem }) => ({
      ...toRowError(row.line, problem, columns),
      isWarning: true,
      ...(otherLine === undefined ? {} : { otherLine }),
      ...(character === undefined ? {} : { character }),
    }))
  })
  return { accepted, refused, repeats, errors, warnings }
}

/** Assigns the cells of a row to targets; undefined for a blank row. The file's asset type applies unless a cell has one. */
export function readNamedRow(row: TableRow, { columns, assetType }: Mapping): NamedRow | undefined {
  if (isBlank(row)) return undefined
  const read = toNamedRow(row, columns)
  const isTyped = assetType === undefined || read.values.has('AssetType')
  return isTyped ? read : { ...read, values: new Map([...read.values, ['AssetType', assetType]]) }
}

/** Names a problem by its column in the file. */
function toRowError(
  line: number,
  { target, ...problem }: RowProblem,
  columns: readonly ImportColumn[],
): RowError {
  const column = columns.find((candidate) => candidate.target === target)
  return { line, field: column?.name ?? target, ...problem }
}

/** Maximum number of cells checked and written together; more would delay other requests. */
const BATCH_CELLS = 4_000

/** Returns the number of rows imported together. */
export const batchSize = ({ batchRows, isWhole }: ImportWriter, columns: number): number =>
  isWhole ? batchRows : Math.max(1, Math.min(batchRows, Math.floor(BATCH_CELLS / columns)))

/** Groups rows by size; the last group may be smaller. */
export async function* inBatches<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  size: number,
): AsyncGenerator<Row[], void> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
