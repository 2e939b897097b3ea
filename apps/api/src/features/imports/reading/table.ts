import {
  IMPORT_LIMITS,
  type ImportEncoding,
  type ImportOperation,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { isLight, unguardFormulas } from '@wardtrack/service-kit/on-threads'
import { plainName, USUAL_NAMES } from '../usual-names.ts'
import { importRefusal } from './import-refusal.ts'
import { delimiterOf } from './read-csv.ts'
import { sniffFile } from './sniff-file.ts'
import { firstBytes } from './source-bytes.ts'
import { readRecords, type SourceFile, type SourceRecord } from './source-record.ts'

/** Cells of a row in column order. `message` describes an error of the whole row. */
export type TableRow = { line: number; cells: readonly unknown[]; message?: string }

/** A file to inspect, with what a person has chosen instead of the detected properties. */
export type InspectionInput = Pick<SourceFile, 'path' | 'key' | 'format' | 'operation'> & {
  encoding?: ImportEncoding | undefined
  headerRow?: number | undefined
}

/** Properties of a file found by reading it. */
export type InspectedFile = Pick<SourceFile, 'encoding' | 'delimiter' | 'headerRow'> & {
  columns: string[]
  rows: number
}

const HEAD_BYTES = 64 * 1024

/**
 * Reads a file and returns its encoding, its columns and the number of its rows.
 * @throws ApiError 400 naming the unreadable line
 */
export async function inspectFile(file: InspectionInput): Promise<InspectedFile> {
  const beginning = await firstBytes(file, HEAD_BYTES)
  const encoding = sniffFile(beginning, file.format, file.encoding)
  const { path, key, format, operation } = file
  const source: SourceFile = { path, key, format, operation, encoding }
  if (file.format === 'csv') {
    source.delimiter = delimiterOf(new TextDecoder(encoding).decode(beginning))
    source.headerRow = file.headerRow ?? (await findHeaderRow(source))
  }
  const columns = new Columns()
  let rows = 0
  let records = 0
  for await (const record of readRecords(source)) {
    records += 1
    if (source.headerRow !== undefined && records <= source.headerRow) {
      if (records === source.headerRow) columns.addAll(record)
    } else {
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
  const { delimiter, headerRow = 1 } = source
  return {
    encoding,
    ...(delimiter ? { delimiter } : {}),
    ...(headerRow > 1 ? { headerRow } : {}),
    columns: columns.names,
    rows,
  }
}

/** Returns the row of a CSV file with the names of its columns: the first one, unless titles are above it. */
async function findHeaderRow(source: SourceFile): Promise<number> {
  const filled: number[] = []
  for await (const record of readRecords(source)) {
    const names = Array.isArray(record) ? record.filter((name) => name.trim() !== '') : []
    const known = names.filter((name) => KNOWN_NAMES.has(plainName(name)))
    if (names.length > 1 && known.length * 2 >= names.length) return filled.length + 1
    filled.push(names.length)
    if (filled.length >= IMPORT_LIMITS.headerRows) break
  }
  // A title has one cell, and is above a row with many.
  const most = Math.max(...filled, 0)
  return filled[0] === undefined || filled[0] > 1 || most < 2
    ? 1
    : filled.findIndex((count) => count * 2 > most && count > 1) + 1
}

/** Names of columns in files of any kind. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...USUAL_NAMES.keys(),
  ...[REQUIRED_COLUMNS, OPTIONAL_COLUMNS].flatMap((columns) => Object.values(columns).flat().map(plainName)),
])

/** Reads the rows of a file in column order. @throws as {@link inspectFile} */
export async function* readTable(
  file: SourceFile,
  columns: readonly string[],
): AsyncGenerator<TableRow, void> {
  const headerRow = file.format === 'csv' ? (file.headerRow ?? 1) : 0
  let line = file.format === 'csv' ? 0 : 1
  for await (const record of readRecords(file)) {
    line += 1
    if (line <= headerRow) continue
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

  addAll(record: SourceRecord): void {
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
