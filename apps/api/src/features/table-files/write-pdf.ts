import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type PdfDocument from 'pdfkit'
import { PDF_FONTS } from './pdf-fonts.ts'
import { drawable, PdfTable, type TableArea } from './pdf-table.ts'
import { type Fact, RowCount, type TableFile, type TableFileOptions } from './table-file.ts'
import { type Measure, rememberWidths, textLines } from './text-lines.ts'
import { zoneClock } from './zone-clock.ts'

const MARGIN = 36
const FOOTER = 18
const FACT_SIZE = 8.5
const FACT_LINE = 11
const LABEL_WIDTH = 110
/** Rows drawn before other requests get their turn. */
const ROWS_AT_A_TIME = 25

type Document = InstanceType<typeof PdfDocument>

/**
 * Writes a PDF of a table: facts, then rows under headings that every page repeats, and page numbers in the footer.
 * Pages stay in memory until the last is drawn, because each shows their number; `maxRows` limits them.
 */
export async function* writePdf(
  table: TableFile,
  { maxRows, isAbandoned }: TableFileOptions,
): AsyncGenerator<Uint8Array, void> {
  const doc = await openDocument(table)
  const count = new RowCount(table, maxRows)
  const area = areaOf(doc)
  const clock = zoneClock(table.timeZone)
  const startY = drawHead(doc, area, table)
  let drawn: PdfTable | undefined
  for await (const rows of count.batches(isAbandoned)) {
    drawn ??= new PdfTable(doc, area, { columns: table.columns, rows, clock, startY })
    for (const [index, row] of rows.entries()) {
      drawn.drawRow(row)
      if (index % ROWS_AT_A_TIME === 0) await yieldToOthers()
    }
  }
  if (!drawn) {
    const empty = new PdfTable(doc, area, { columns: table.columns, rows: [], clock, startY })
    empty.drawRow([table.texts.noRows])
  }
  const { start, count: pages } = doc.bufferedPageRange()
  doc.switchToPage(start)
  drawFact(doc, area, await count.fact(), startY - FACT_LINE - 8)
  const footer = `${table.title} · ${clock.text(table.madeAt.getTime())} (${table.timeZone}) · ${table.author}`
  for (let page = 0; page < pages; page += 1) {
    doc.switchToPage(start + page)
    drawFooter(doc, area, footer, table.texts.page(page + 1, pages))
  }
  doc.end()
  yield* doc as unknown as AsyncIterable<Uint8Array>
}

/** Loads the library with the first PDF, because it takes 30 MB and a third of a second. */
async function openDocument({ title, author, madeAt }: TableFile): Promise<Document> {
  const { default: PdfLibrary } = await import('pdfkit')
  return new PdfLibrary({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    bufferPages: true,
    font: PDF_FONTS.regular,
    info: { Title: title, Author: author, CreationDate: madeAt, Producer: 'Wardtrack', Creator: 'Wardtrack' },
  })
}

const areaOf = ({ page: { width, height } }: Document): TableArea => ({
  left: MARGIN,
  width: width - 2 * MARGIN,
  top: MARGIN,
  bottom: height - MARGIN - FOOTER,
})

/** Draws title and facts, with space for the number of rows. @returns top of the table */
function drawHead(doc: Document, area: TableArea, { title, facts }: TableFile): number {
  const measureTitle = measureIn(doc, PDF_FONTS.bold, 16)
  let y = area.top
  for (const line of textLines(drawable(title), area.width, measureTitle)) {
    doc.font(PDF_FONTS.bold).fontSize(16).fillColor('#10202e').text(line, area.left, y, { lineBreak: false })
    y += 21
  }
  y += 4
  for (const fact of facts) y = drawFact(doc, area, fact, y)
  return y + FACT_LINE + 8
}

/** @returns top of the next fact */
function drawFact(doc: Document, area: TableArea, [label, text]: Fact, startY: number): number {
  const lines = textLines(
    drawable(text),
    area.width - LABEL_WIDTH,
    measureIn(doc, PDF_FONTS.regular, FACT_SIZE),
  )
  doc
    .font(PDF_FONTS.bold)
    .fontSize(FACT_SIZE)
    .fillColor('#10202e')
    .text(label, area.left, startY, { lineBreak: false })
  doc.font(PDF_FONTS.regular).fontSize(FACT_SIZE)
  for (const [index, line] of lines.entries())
    doc.text(line, area.left + LABEL_WIDTH, startY + index * FACT_LINE, { lineBreak: false })
  return startY + lines.length * FACT_LINE
}

function drawFooter(doc: Document, area: TableArea, text: string, page: string): void {
  const y = area.bottom + FOOTER / 2
  const measure = measureIn(doc, PDF_FONTS.regular, 7)
  const [shown = ''] = textLines(drawable(text), area.width * 0.8, measure)
  doc.font(PDF_FONTS.regular).fontSize(7).fillColor('#4a5866')
  doc.text(shown, area.left, y, { lineBreak: false })
  doc.text(page, area.left + area.width - measure(page), y, { lineBreak: false })
}

const measureIn = (doc: Document, font: string, size: number): Measure =>
  rememberWidths((text) => doc.font(font).fontSize(size).widthOfString(text))
