import { IMPORT_LIMITS, type ImportOperation } from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { isLight, unguardFormulas } from '@wardtrack/service-kit/on-threads'
import { importRefusal } from './import-refusal.ts'
import { delimiterOf } from './read-csv.ts'
import { sniffFile } from './sniff-file.ts'
import { firstBytes } from './source-bytes.ts'
import { readRecords, type SourceFile, type SourceRecord } from './source-record.ts'

/** Cells of a row in column order. `message` describes an error of the whole row. */
export type TableRow = { line: number; cells: readonly unknown[]; message?: string }

/** Properties of a file found by reading it. */
export type InspectedFile = Pick<SourceFile, 'encoding' | 'delimiter'> & { columns: string[]; rows: number }

const HEAD_BYTES = 64 * 1024

/**
 * Reads a file and returns its encoding, its columns and the number of its rows.
 * @throws ApiError 400 naming the unreadable line
 */
export async function inspectFile(
  file: Pick<SourceFile, 'path' | 'key' | 'format' | 'operation'>,
): Promise<InspectedFile> {
  const beginning = await firstBytes(file, HEAD_BYTES)
  const encoding = sniffFile(beginning, file.format)
  const source: SourceFile = { ...file, encoding }
  if (file.format === 'csv') source.delimiter = delimiterOf(new TextDecoder(encoding).decode(beginning))
  const columns = new Columns()
  let rows = 0
  for await (const record of readRecords(source)) {
    if (file.format === 'csv' && rows === 0 && !columns.isKnown) columns.addAll(record)
    else {
      rows += 1
      if (record instanceof Map) columns.addAll(record)
      const most =
        file.operation === 'importMetaDataMapping' ? IMPORT_LIMITS.mappingRows : IMPORT_LIMITS.fileRows
      if (rows > most) throw importRefusal(messages.importRows, rows)
    }
  }
  const isBlank = file.format === 'csv' && columns.names.every((name) => name === '')
  if (rows === 0 || isBlank) throw importRefusal(messages.importNoRows)
  if (columns.names.length === 0) throw importRefusal(shapeMessage(file.operation))
  const { delimiter } = source
  return { encoding, ...(delimiter ? { delimiter } : {}), columns: columns.names, rows }
}

/** Reads the rows of a file in column order. @throws as {@link inspectFile} */
export async function* readTable(
  file: SourceFile,
  columns: readonly string[],
): AsyncGenerator<TableRow, void> {
  let line = file.format === 'csv' ? 0 : 1
  for await (const record of readRecords(file)) {
    line += 1
    if (file.format === 'csv' && line === 1) continue
    yield toRow(record, columns, { line, operation: file.operation })
  }
}

/** Returns the message for an element that is not a record. */
const shapeMessage = (operation: ImportOperation): string =>
  operation === 'importMetaDataMapping' ? messages.importEntryShape : messages.importRowShape

/** Maximum number of values in a cell, including nested lists and objects; lists of fields are far shorter. */
const MAX_CELL_VALUES = 1_000

/** Converts a record to a row. */
export function toRow(
  record: SourceRecord,
  columns: readonly string[],
  { line, operation }: { line: number; operation: ImportOperation },
): TableRow {
  if (record === null) return { line, cells: [], message: shapeMessage(operation) }
  if (record instanceof Map)
    return withLightCells(
      line,
      columns.map((name) => record.get(name)),
    )
  const cells = record as readonly unknown[]
  const isLonger = cells.slice(columns.length).some((cell) => cell !== '')
  if (isLonger) return { line, cells: cells.slice(0, columns.length), message: messages.importRowLonger }
  return withLightCells(line, cells.slice(0, columns.length))
}

function withLightCells(line: number, cells: readonly unknown[]): TableRow {
  return cells.every((cell) => isLight(cell, MAX_CELL_VALUES))
    ? { line, cells }
    : { line, cells: [], message: messages.importRowTooLong }
}

class Columns {
  readonly names: string[] = []
  private readonly known = new Set<string>()
  isKnown = false

  addAll(record: SourceRecord): void {
    this.isKnown = true
    if (record instanceof Map) for (const name of record.keys()) this.addMember(name)
    else for (const name of record as readonly string[]) this.names.push(columnName(name))
    if (this.names.length > IMPORT_LIMITS.columns) throw importRefusal(messages.importColumns, 1)
  }

  private addMember(name: string): void {
    if (this.known.has(name)) return
    if (name.length > MAX_NAME) throw importRefusal(messages.importColumnName, 1)
    this.known.add(name)
    this.names.push(name)
  }
}

const MAX_NAME = 200
/** Exports escape column names too. */
const columnName = (name: string): string => unguardFormulas(name.trim()).slice(0, MAX_NAME)
