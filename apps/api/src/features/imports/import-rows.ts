import { type Actor, sessionOf } from '@wardtrack/access'
import {
  type calls,
  type HandlerOutput,
  IMPORT_LIMITS,
  type ImportOperation,
  messages,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from '@wardtrack/contracts'
import { ApiError, type CallContext, createTurns, invalid } from '@wardtrack/service-kit'
import { columnMessage } from './column-mapping.ts'
import { mappingRows } from './reading/mapping-rows.ts'
import { recordOf, type SourceRecord } from './reading/source-record.ts'
import { type TableRow, toRow } from './reading/table.ts'
import { batchSize, inBatches, type TakenRows, takeRows } from './take-rows.ts'
import { IdentifierChecks } from './writing/identifier-checks.ts'
import type { ImportWriter } from './writing/import-writer.types.ts'

const MAPPING_COLUMNS = [...REQUIRED_COLUMNS.importMetaDataMapping, ...OPTIONAL_COLUMNS.importMetaDataMapping]
/** Maximum number of errors, and of warnings, in a response. */
const MAX_ERRORS = 1_000

/** Rows in the body of a call. */
export type SentRows = {
  header: readonly string[]
  fields: readonly (readonly unknown[] | Record<string, unknown>)[] | Record<string, unknown>
}

/**
 * Imports the rows of one call.
 * @throws ApiError 400 `validation` for the columns, 400 `import_refused` when all rows are refused, 413
 */
export async function importRows(
  operation: ImportOperation,
  writer: ImportWriter,
  { header, fields }: SentRows,
  context: CallContext<Actor>,
): Promise<HandlerOutput<typeof calls.importCsv>> {
  const viewer = sessionOf(context.actor)
  // A part of the mapping names its own members, so the header is ignored.
  const names = Array.isArray(fields) ? header : MAPPING_COLUMNS
  const records = await recordsOf(fields)
  const columns = names.map((name) => ({ name, target: name.trim() }))
  await checkColumns(operation, writer, names, context)
  const total: TakenRows = { accepted: 0, refused: 0, repeats: 0, errors: [], warnings: [] }
  const checks = new IdentifierChecks(writer.identity, records.length)
  const rows = tableOf(operation, names, records)
  const turn = createTurns()
  for await (const batch of inBatches(rows, batchSize(writer, names.length))) {
    await turn()
    const result = await takeRows(writer, batch, { columns }, { viewer, dryRun: false, checks })
    total.accepted += result.accepted
    total.refused += result.refused
    total.repeats += result.repeats
    total.errors.push(...result.errors.slice(0, MAX_ERRORS - total.errors.length))
    total.warnings.push(...result.warnings.slice(0, MAX_ERRORS - total.warnings.length))
    context.auditDetails({ accepted: total.accepted, refused: total.refused })
  }
  if (total.accepted > 0) return { err: 0, message: messages.importDone, ...total }
  throw new ApiError('import_refused', messages.importRefused, {
    errors: total.errors.map((error) => ({
      path: `fields.${error.line - 2}${error.field === '' ? '' : `.${error.field}`}`,
      ...error,
    })),
  })
}

/**
 * Returns functions that read the records of a call lazily, because reading many rows takes a while.
 * @throws ApiError 413 above 20,000 rows
 */
async function recordsOf(fields: SentRows['fields']): Promise<readonly (() => SourceRecord)[]> {
  const records: (() => SourceRecord)[] = []
  const turn = createTurns()
  const readers = Array.isArray(fields) ? fields.map(readerOf) : mappingReaders(fields)
  for (const read of readers) {
    if (records.length === IMPORT_LIMITS.callRows) throw new ApiError('too_large', messages.importRows)
    records.push(read)
    await turn()
  }
  return records
}

const readerOf = (row: unknown) => (): SourceRecord =>
  Array.isArray(row) ? (row as readonly string[]) : recordOf(row)

function* mappingReaders(part: unknown): Generator<() => SourceRecord, void> {
  for (const record of mappingRows(part)) yield () => record
}

function* tableOf(
  operation: ImportOperation,
  header: readonly string[],
  records: readonly (() => SourceRecord)[],
): Generator<TableRow, void> {
  for (const [index, read] of records.entries()) yield toRow(read(), header, { line: index + 2, operation })
}

/** @throws ApiError 400 naming each missing or invalid column */
async function checkColumns(
  operation: ImportOperation,
  writer: ImportWriter,
  header: readonly string[],
  { actor }: CallContext<Actor>,
): Promise<void> {
  const viewer = sessionOf(actor)
  const missing = REQUIRED_COLUMNS[operation]
    .filter((name) => !header.some((column) => column.trim() === name))
    .map((field) => ({ path: 'header', message: messages.importColumnMissing, field }))
  const allowed = await Promise.all(header.map((name) => writer.mayStandFor(name.trim(), viewer)))
  const wrong = header.flatMap((field, index) =>
    allowed[index] ? [] : [{ path: `header.${index}`, message: columnMessage(operation), field }],
  )
  if (missing.length + wrong.length > 0) throw invalid([...missing, ...wrong])
}
