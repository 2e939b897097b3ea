import type { ImportEncoding, ImportFormat, ImportOperation } from '@wardtrack/contracts'
import { messages } from '@wardtrack/contracts'
import { decodeFile } from './decode-file.ts'
import { importRefusal } from './import-refusal.ts'
import { mappingElementRows } from './mapping-rows.ts'
import { type Delimiter, readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readXml } from './read-xml.ts'
import type { SealedSource } from './source-bytes.ts'

/** An uploaded file with its format and encoding. */
export type SourceFile = SealedSource & {
  operation: ImportOperation
  format: ImportFormat
  encoding: ImportEncoding
  /** set for CSV files */
  delimiter?: Delimiter
  /** row of a CSV file with the names of its columns, if it is not the first */
  headerRow?: number
}

/** Cells of a record in order, or by column. Null marks an element that is not a record. */
export type SourceRecord = readonly string[] | ReadonlyMap<string, unknown> | null

/** Reads the records of a file, including the header of a CSV file. @throws ApiError 400 for an unreadable file */
export async function* readRecords(file: SourceFile): AsyncGenerator<SourceRecord, void> {
  const text = decodeFile(file, file.encoding)
  if (file.format === 'csv') yield* readCsv(text, file.delimiter ?? ',')
  else if (file.format === 'xml') yield* readXml(text, file.encoding)
  else
    for await (const { kind, value } of readJson(text)) {
      if (file.operation === 'importMetaDataMapping') yield* mappingElementRows(value)
      else if (kind === 'row') yield recordOf(value)
      else for (const row of listInside(value)) yield recordOf(row)
    }
}

/**
 * Returns the only list of objects inside a document, at most two members deep: `{ "data": { "rows": […] } }`.
 * @throws ApiError 400 if there is none, or more than one
 */
function listInside(document: unknown): readonly unknown[] {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  const membersOf = (value: unknown): unknown[] =>
    isObject(value) && !Array.isArray(value) ? Object.values(value) : []
  const isRows = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length > 0 && value.every((row) => isObject(row) && !Array.isArray(row))
  const members = membersOf(document)
  const [rows, ...others] = [...members, ...members.flatMap(membersOf)].filter(isRows)
  if (!rows || others.length > 0) throw importRefusal(messages.importNotRows)
  return rows
}

/** Converts an object to a record. A map allows any member name. */
export function recordOf(value: unknown): SourceRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return new Map(Object.entries(value))
}
