import type { ImportPreview } from '@wardtrack/contracts'
import { IMPORT_LIMITS } from '@wardtrack/contracts/import-operations'
import { groupsByWeight } from '@wardtrack/service-kit/on-threads'
import type { SourceFile } from './source-record.ts'
import { inspectFile, readTable, type TableRow } from './table.ts'

/** File and the names of its columns. */
export type TableSource = { file: SourceFile; columns: readonly string[] }

/** Characters of a cell that the preview shows. */
const MAX_CELL = 200

/** Inspects a file. @throws ApiError 400 naming the unreadable line */
export const inspect = inspectFile

/** Reads the first rows of a file as texts. */
export async function firstRows({ file, columns }: TableSource): Promise<ImportPreview['preview']> {
  const rows: ImportPreview['preview'] = []
  for await (const { line, cells } of readTable(file, columns)) {
    rows.push({ line, cells: columns.map((_name, index) => textOf(cells[index])) })
    if (rows.length >= IMPORT_LIMITS.previewRows) break
  }
  return rows
}

function textOf(cell: unknown): string {
  if (cell === undefined || cell === null) return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text
}

/** Reads the rows of a file in groups, which are faster to pass between threads. */
export const tableGroups = ({ file, columns }: TableSource): AsyncGenerator<TableRow[], void> =>
  groupsByWeight(readTable(file, columns))
