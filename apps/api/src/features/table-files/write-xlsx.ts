import { Readable } from 'node:stream'
import { tableCell } from '@wardtrack/service-kit'
import { ZipFile } from 'yazl'
import { type Fact, RowCount, type TableFile, type TableFileOptions, type TableRow } from './table-file.ts'
import { SHEET_HEAD, SHEETS, workbookParts } from './xlsx-parts.ts'
import { columnLetters, numberCell, STYLE, textCell, timeCell, xmlText } from './xlsx-xml.ts'
import { timeOf, type ZoneClock, zoneClock } from './zone-clock.ts'

const MIN_WIDTH = 8
const MAX_WIDTH = 60
const TIME_WIDTH = 20
/** A written entry of a zip file cannot be changed, so its sizes follow the data. */
const ENTRY = { mode: 0o100644 }

/**
 * Streams a workbook of a table without holding it in memory. The first sheet has the rows under a fixed heading that
 * every printed page repeats; the second sheet has the facts. Texts and numbers equal those of the CSV; times are
 * date values in the local time of the zone.
 */
export async function* writeXlsx(
  table: TableFile,
  options: TableFileOptions,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const count = new RowCount(table, options.maxRows)
  const mtime = table.madeAt
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [path, xml] of workbookParts(table)) zip.addBuffer(Buffer.from(xml), path, { ...ENTRY, mtime })
  const sheets = [rowsSheet(table, count, options.isAbandoned), factsSheet(table, count)]
  const opened: Readable[] = []
  for (const [index, path] of SHEETS.entries())
    zip.addReadStreamLazy(path, { ...ENTRY, mtime }, (callback) => {
      const stream = Readable.from(sheets[index] ?? [], { objectMode: false })
      // The zip file does not forward errors of its streams.
      stream.once('error', (error: Error) => output.destroy(error))
      opened.push(stream)
      callback(null, stream)
    })
  zip.end()
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    for (const stream of opened) stream.destroy()
  }
}

async function* rowsSheet(
  table: TableFile,
  count: RowCount,
  isAbandoned: () => boolean,
): AsyncGenerator<string, void> {
  const { columns, title } = table
  const clock = zoneClock(table.timeZone)
  const letters = columns.map((_name, index) => columnLetters(index + 1))
  let begun = false
  let line = 1
  const begin = (rows: readonly TableRow[]): string => {
    begun = true
    const heading = columns
      .map((name, index) => textCell(`${letters[index]}1`, tableCell(name), STYLE.heading))
      .join('')
    return `${SHEET_HEAD}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnWidths(columns, rows)}<sheetData><row r="1">${heading}</row>`
  }
  const rowXml = (row: TableRow): string => {
    line += 1
    const cells = row.map((value, index) => cell(`${letters[index]}${line}`, value, clock))
    return `<row r="${line}">${cells.join('')}</row>`
  }
  for await (const rows of count.batches(isAbandoned)) {
    if (!begun) yield begin(rows)
    yield rows.map(rowXml).join('')
  }
  if (!begun) yield begin([])
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${line}"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;L${headerText(title)}</oddHeader><oddFooter>&amp;L${headerText(`${clock.text(table.madeAt.getTime())} · ${table.author}`)}&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
}

async function* factsSheet(table: TableFile, count: RowCount): AsyncGenerator<string, void> {
  const facts: Fact[] = [...table.facts, await count.fact()]
  const rows = facts.map(
    ([label, text], index) =>
      `<row r="${index + 2}">${textCell(`A${index + 2}`, tableCell(label), STYLE.heading)}${textCell(`B${index + 2}`, tableCell(text), STYLE.wrapped)}</row>`,
  )
  yield `${SHEET_HEAD}<sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData><row r="1">${textCell('A1', tableCell(table.title), STYLE.title)}</row>${rows.join('')}</sheetData></worksheet>`
}

function cell(ref: string, value: unknown, clock: ZoneClock): string {
  if (typeof value === 'number' && Number.isFinite(value)) return numberCell(ref, value)
  const time = timeOf(value)
  if (time === undefined) return textCell(ref, tableCell(value))
  // Spreadsheets round parts of a second up; the other formats drop them.
  return timeCell(ref, Math.floor(clock.at(time) / 1_000) * 1_000)
}

/** Returns column widths that fit the first rows. */
function columnWidths(columns: readonly string[], rows: readonly TableRow[]): string {
  if (columns.length === 0) return ''
  const widths = columns.map((name, index) => {
    const lengths = rows.map((row) =>
      timeOf(row[index]) === undefined ? tableCell(row[index]).length : TIME_WIDTH,
    )
    return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, name.length + 3, ...lengths))
  })
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `<cols>${cols.join('')}</cols>`
}

/** Escapes a text for a printed page header, where an ampersand begins a code. */
const headerText = (text: string): string => xmlText(text.slice(0, 100).replaceAll('&', '&&'))
