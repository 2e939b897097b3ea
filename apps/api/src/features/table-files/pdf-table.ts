import { tableCell } from '@wardtrack/service-kit'
import type PdfDocument from 'pdfkit'
import { PDF_FONTS, type PdfFont } from './pdf-fonts.ts'
import type { TableRow } from './table-file.ts'
import { type Measure, rememberWidths, textLines } from './text-lines.ts'
import { timeOf, type ZoneClock } from './zone-clock.ts'

/**
 * Distributes a width among columns: as wide as their texts if possible, and narrow columns are never cut for wide
 * ones.
 */
function shareWidth(wanted: readonly number[], width: number): number[] {
  const shares = wanted.map(() => 0)
  let open = wanted.map((_, index) => index)
  let remaining = width
  while (open.length > 0) {
    const share = remaining / open.length
    const narrow = open.filter((index) => (wanted[index] ?? 0) <= share)
    const settled = narrow.length > 0 ? narrow : open
    for (const index of settled) {
      shares[index] = narrow.length > 0 ? (wanted[index] ?? 0) : share
      remaining -= shares[index] ?? 0
    }
    open = open.filter((index) => !settled.includes(index))
  }
  const spare = remaining / Math.max(1, wanted.length)
  return shares.map((share) => share + Math.max(0, spare))
}

const PADDING = 3
/** Maximum share of the page width that a text adds to its column. */
const WIDEST = 0.4

type Document = InstanceType<typeof PdfDocument>
type Cells = readonly (readonly string[])[]

/** Area of a page for a table, in points. */
export type TableArea = { left: number; width: number; top: number; bottom: number }

/** Table whose rows continue on a new page, under repeated headings, when a page is full. */
export class PdfTable {
  private readonly doc: Document
  private readonly area: TableArea
  private readonly clock: ZoneClock
  private readonly fontSize: number
  private readonly measures: Record<PdfFont, Measure>
  private readonly widths: number[]
  private readonly heading: Cells
  private y: number

  /** @param rows first rows, which determine the column widths @param startY top of the table on the first page */
  constructor(
    doc: Document,
    area: TableArea,
    table: { columns: readonly string[]; rows: readonly TableRow[]; clock: ZoneClock; startY: number },
  ) {
    this.doc = doc
    this.area = area
    this.clock = table.clock
    this.y = table.startY
    this.fontSize = table.columns.length > 14 ? 5.5 : table.columns.length > 8 ? 6.5 : 8
    this.measures = { regular: this.measureIn('regular'), bold: this.measureIn('bold') }
    const heading = table.columns.map(tableCell)
    const texts = table.rows.map((row) => row.map((value) => this.textOf(value)))
    const wanted = heading.map((name, index) => {
      const widest = Math.max(
        this.measures.bold(name),
        ...texts.map((row) => this.measures.regular(row[index] ?? '')),
      )
      return Math.min(widest + 2 * PADDING, area.width * WIDEST)
    })
    this.widths = shareWidth(wanted, area.width)
    this.heading = heading.map((name, index) => this.linesOf(name, index, 'bold'))
    this.drawHeading()
  }

  /** Draws a row. A row taller than a page continues on the next. */
  drawRow(row: TableRow): void {
    let cells: Cells = row.map((value, index) => this.linesOf(this.textOf(value), index, 'regular'))
    const most = Math.max(1, Math.floor((this.area.bottom - this.area.top) / this.lineHeight) - 4)
    while (linesIn(cells) > 0) {
      const part = cells.map((lines) => lines.slice(0, most))
      cells = cells.map((lines) => lines.slice(most))
      if (this.y + this.heightOf(part) > this.area.bottom) this.nextPage()
      this.drawCells(part, 'regular')
      this.drawRule()
    }
  }

  private nextPage(): void {
    this.doc.addPage()
    this.y = this.area.top
    this.drawHeading()
  }

  private drawHeading(): void {
    const height = this.heightOf(this.heading)
    if (this.y + height > this.area.bottom) {
      this.doc.addPage()
      this.y = this.area.top
    }
    this.doc.rect(this.area.left, this.y, this.area.width, height).fill('#e8edf3').fillColor('#10202e')
    this.drawCells(this.heading, 'bold')
  }

  private drawCells(cells: Cells, font: PdfFont): void {
    this.doc.font(PDF_FONTS[font]).fontSize(this.fontSize)
    let x = this.area.left
    for (const [index, lines] of cells.entries()) {
      for (const [line, text] of lines.entries())
        this.doc.text(text, x + PADDING, this.y + PADDING + line * this.lineHeight, { lineBreak: false })
      x += this.widths[index] ?? 0
    }
    this.y += this.heightOf(cells)
  }

  private drawRule(): void {
    const { left, width } = this.area
    this.doc
      .moveTo(left, this.y)
      .lineTo(left + width, this.y)
      .lineWidth(0.3)
      .stroke('#c3ccd6')
  }

  private get lineHeight(): number {
    return this.fontSize * 1.25
  }

  private heightOf(cells: Cells): number {
    return Math.max(1, linesIn(cells)) * this.lineHeight + 2 * PADDING
  }

  private linesOf(text: string, column: number, font: PdfFont): string[] {
    return textLines(text, (this.widths[column] ?? 0) - 2 * PADDING, this.measures[font])
  }

  private textOf(value: unknown): string {
    const time = timeOf(value)
    return time === undefined ? drawable(tableCell(value)) : this.clock.text(time)
  }

  private measureIn(font: PdfFont): Measure {
    return rememberWidths((text) =>
      this.doc.font(PDF_FONTS[font]).fontSize(this.fontSize).widthOfString(text),
    )
  }
}

const linesIn = (cells: Cells): number => Math.max(0, ...cells.map((lines) => lines.length))

/** Replaces line breaks and other control characters, which cannot be drawn. */
export const drawable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
