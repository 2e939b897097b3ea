import { Readable } from 'node:stream'
import { IMPORT_LIMITS } from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { type CsvError, type Parser, parse } from 'csv-parse'
import { importRefusal } from './import-refusal.ts'

/** Separator of the cells of a CSV file. */
export type Delimiter = ',' | ';' | '\t' | '|'

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']
/** Line before the header that names the delimiter for spreadsheets. */
const SEPARATOR_LINE = /^sep=(.)?$/i
/** Cell that other programs write for spreadsheets, so that its leading zeros stay: `="0007"`. */
const FORMULA_TEXT = /^="([^"]*)"$/
/** Number behind the apostrophe that marks a text in spreadsheets: `'0007`. */
const MARKED_NUMBER = /^'(\d+)$/
/** Maximum number of characters in a row; rows of assets are far shorter. */
const MAX_ROW = 1024 * 1024

/**
 * Returns the delimiter that the first line names, or the most frequent one outside the quoted cells of the first line
 * that has any. A line without one is a title.
 */
export function delimiterOf(text: string): Delimiter {
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '""')
  const firstLine = /[^\r\n]+/.exec(unquoted)?.[0] ?? ''
  const named = SEPARATOR_LINE.exec(firstLine)?.[1]
  const known = DELIMITERS.find((delimiter) => delimiter === named)
  if (known) return known
  const line = unquoted.split(/[\r\n]+/).find((each) => DELIMITERS.some((mark) => each.includes(mark))) ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Reads the rows of a CSV file, including the header, without the line that names the delimiter.
 * @throws ApiError 400 naming the invalid line
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<string[], void> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW,
  })
  acceptAnyLength(parser)
  const source = Readable.from(text)
  // `pipe` does not forward errors of its source.
  source.on('error', (error) => parser.destroy(error))
  let rows = 0
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      if (rows === 0 && SEPARATOR_LINE.test(cells.join(delimiter))) continue
      rows += 1
      if (cells.length > IMPORT_LIMITS.columns) throw importRefusal(messages.importColumns, rows)
      yield cells.map(plainText)
    }
  } catch (error) {
    throw isCsvError(error) ? csvRefusal(error, rows + 1) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

const plainText = (cell: string): string =>
  cell.startsWith('=') || cell.startsWith("'")
    ? cell.replace(FORMULA_TEXT, '$1').replace(MARKED_NUMBER, '$1')
    : cell

/**
 * Makes the parser treat every row as the first one, whose length is always accepted. Otherwise the parser creates an
 * error with a stack for each row of another length, even where `relax_column_count` accepts the row.
 */
function acceptAnyLength({ info }: Parser): void {
  Object.defineProperty(info, 'records', { get: () => 0, set: () => {} })
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

function csvRefusal({ code }: CsvError, line: number): Error {
  if (code === 'CSV_MAX_RECORD_SIZE') return importRefusal(messages.importRowTooLong, line)
  return importRefusal(messages.importQuotes, line)
}
