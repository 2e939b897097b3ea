import { Readable } from 'node:stream'
import { IMPORT_LIMITS } from '@wardtrack/contracts/import-operations'
import { messages } from '@wardtrack/contracts/messages'
import { type CsvError, type Parser, parse } from 'csv-parse'
import { importRefusal } from './import-refusal.ts'

/** Separator of the cells of a csv file. */
export type Delimiter = ',' | ';' | '\t' | '|'

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']
/** Line before the header that names the delimiter to a spreadsheet. */
const SEPARATOR_LINE = /^sep=(.)?$/i
/** Characters of one row; cells of assets are far shorter. */
const MAX_ROW = 1024 * 1024

/** Finds the delimiter that the first line names, or else the most frequent one in it outside of quoted cells. */
export function delimiterOf(text: string): Delimiter {
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '""')
  const firstLine = /[^\r\n]+/.exec(unquoted)?.[0] ?? ''
  const named = SEPARATOR_LINE.exec(firstLine)?.[1]
  const known = DELIMITERS.find((delimiter) => delimiter === named)
  if (known) return known
  const counts = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Reads the rows of a csv file, header included, without a line that names the delimiter.
 * @throws ApiError 400 naming the line where it breaks
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
  // `pipe` hands on no error of what it reads from.
  source.on('error', (error) => parser.destroy(error))
  let rows = 0
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      if (rows === 0 && SEPARATOR_LINE.test(cells.join(delimiter))) continue
      rows += 1
      if (cells.length > IMPORT_LIMITS.columns) throw importRefusal(messages.importColumns, rows)
      yield cells
    }
  } catch (error) {
    throw isCsvError(error) ? csvRefusal(error, rows + 1) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/**
 * Makes every row the first one for the parser, whose length is always right. For each row of another length the parser
 * creates an error with a stack, even where `relax_column_count` accepts the row.
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
