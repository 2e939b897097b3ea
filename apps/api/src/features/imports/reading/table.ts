import { open } from 'node:fs/promises'
import { IMPORT_LIMITS, type ImportOperation, messages } from '@wardtrack/contracts'
import { importRefusal } from './import-refusal.ts'
import { type Delimiter, delimiterOf } from './read-csv.ts'
import { sniffFile } from './sniff-file.ts'
import { readRecords, type SourceFile, type SourceRecord } from './source-record.ts'

/** A row of a table: its cells in the order of the columns; `message` says what is wrong with the whole row. */
export type TableRow = { line: number; cells: readonly unknown[]; message?: string }

/** What is found out about a file before it is imported. */
export type InspectedFile = SourceFile & { columns: string[]; rows: number }

const HEAD_BYTES = 64 * 1024

/**
 * Reads a file through: how it is written, its columns, how many rows it has.
 * @throws ApiError 400 naming the line where it cannot be read
 */
export async function inspectFile(
  file: Pick<SourceFile, 'path' | 'format' | 'operation'>,
): Promise<InspectedFile> {
  const encoding = await sniffFile(file.path, file.format)
  const source: SourceFile = { ...file, encoding }
  if (file.format === 'csv') source.delimiter = await findDelimiter(source)
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
  return { ...source, columns: columns.names, rows }
}

/** The rows of a file in the order of its columns. @throws as {@link inspectFile} */
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

/** What a record is that is none. */
const shapeMessage = (operation: ImportOperation): string =>
  operation === 'importMetaDataMapping' ? messages.importEntryShape : messages.importRowShape

/** A record as a row. */
export function toRow(
  record: SourceRecord,
  columns: readonly string[],
  { line, operation }: { line: number; operation: ImportOperation },
): TableRow {
  if (record === null) return { line, cells: [], message: shapeMessage(operation) }
  if (record instanceof Map) return { line, cells: columns.map((name) => record.get(name)) }
  const cells = record as readonly unknown[]
  const isLonger = cells.slice(columns.length).some((cell) => cell !== '')
  return { line, cells, ...(isLonger ? { message: messages.importRowLonger } : {}) }
}

async function findDelimiter({ path, encoding }: SourceFile): Promise<Delimiter> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return delimiterOf(new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead)))
  } finally {
    await file.close()
  }
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
    this.known.add(name)
    this.names.push(name)
  }
}

const MAX_NAME = 200
/** An export gives a name that a spreadsheet would run an apostrophe. */
const columnName = (name: string): string =>
  name
    .trim()
    .replace(/^'(?='*[=+\-@])/, '')
    .slice(0, MAX_NAME)
