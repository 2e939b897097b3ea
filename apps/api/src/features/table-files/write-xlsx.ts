import { Readable } from 'node:stream'
import { tableCell } from '@wardtrack/service-kit'
import { ZipFile } from 'yazl'
import { type Fact, RowCount, type TableFile, type TableFileOptions, type TableRow } from './table-file.ts'
import { timeOf, type ZoneClock, zoneClock } from './zone-clock.ts'

/** Characters that are invalid in XML 1.0, and halves of surrogate pairs. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** Texts that readers of a workbook interpret as a character code. */
const CODED_CHARACTER = /_(?=x[0-9A-Fa-f]{4}_)/g
/** Maximum number of characters in a cell. */
const MAX_CELL = 32_767
const DAY_MS = 86_400_000
/** Days from the start of the workbook calendar to 1970. */
const DAYS_TO_1970 = 25_569

const escapeXml = (text: string): string =>
  text
    .replace(NO_XML, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Escapes a text for XML. */
const xmlText = escapeXml

/** Styles of cells by their number in `styles.xml`. */
const STYLE = { plain: 0, heading: 1, time: 2, wrapped: 3, title: 4 } as const

/** Creates a cell with a text, which is never a formula. @param ref position of the cell, such as `B7` */
function textCell(ref: string, text: string, style: number = STYLE.plain): string {
  const escaped = escapeXml(text.slice(0, MAX_CELL).replace(CODED_CHARACTER, '_x005F_'))
  return `<c r="${ref}" t="inlineStr"${styled(style)}><is><t xml:space="preserve">${escaped}</t></is></c>`
}

/** Creates a cell with a number. */
const numberCell = (ref: string, value: number): string => `<c r="${ref}"><v>${value}</v></c>`

/** Creates a cell with a time. @param wallTime local time in milliseconds, as if it were UTC */
const timeCell = (ref: string, wallTime: number): string =>
  `<c r="${ref}"${styled(STYLE.time)}><v>${DAYS_TO_1970 + wallTime / DAY_MS}</v></c>`

const styled = (style: number): string => (style === STYLE.plain ? '' : ` s="${style}"`)

/** Returns the letters of a column, counted from 1. */
function columnLetters(column: number): string {
  let letters = ''
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCodePoint(65 + ((remaining - 1) % 26)) + letters
  return letters
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Characters that are invalid in the name of a sheet. */
const NO_SHEET_NAME = /[[\]:*?/\\']/g

/** Opening of a sheet with its namespace. */
const SHEET_HEAD = `${DECLARATION}<worksheet xmlns="${MAIN}">`

/** Paths of the two sheets in the file. */
const SHEETS = ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'] as const

/** Returns the parts of a workbook that do not depend on its rows, by path in the file. */
function workbookParts(table: TableFile): [path: string, xml: string][] {
  const names = [table.texts.rowsSheet, table.texts.factsSheet].map((name) =>
    xmlText(name.replace(NO_SHEET_NAME, ' ').slice(0, 31)),
  )
  const made = table.madeAt.toISOString().slice(0, 19)
  return [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>${SHEETS.map((path) => `<Override PartName="/${path}" ContentType="${SPREADSHEET}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    ],
    [
      'docProps/core.xml',
      `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(table.title)}</dc:title><dc:creator>${xmlText(table.author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${made}Z</dcterms:created></cp:coreProperties>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${names[0]}'!$1:$1</definedName></definedNames></workbook>`,
    ],
    ['xl/styles.xml', STYLES],
  ]
}

/** Styles in the order of `STYLE`. */
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf fontId="2" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

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
