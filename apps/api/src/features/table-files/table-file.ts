/** A table that becomes a file, with what a reader of the file has to know of it. */
export type TableFile = {
  title: string
  /** who made it, by name */
  author: string
  madeAt: Date
  /** an IANA name: times in cells are as the clocks there show them */
  timeZone: string
  /** what the file tells of itself, as label and text */
  facts: readonly Fact[]
  texts: TableTexts
  /** headings */
  columns: readonly string[]
  /** values of rows in the order of the columns, some hundred at a time; a time is an ISO 8601 text in UTC */
  batches(): AsyncIterable<readonly TableRow[]>
  /** rows in all, asked for where the file cannot hold all of them */
  total(): Promise<number>
}

/** The values of a row. */
export type TableRow = readonly unknown[]
/** Something that a file tells of itself. */
export type Fact = readonly [label: string, text: string]

/** Words of a file in one language. */
export type TableTexts = {
  /** name of the sheet of rows */
  rowsSheet: string
  /** name of the sheet of facts */
  factsSheet: string
  rowsLabel: string
  /** that a file holds all rows */
  allRows: (count: number) => string
  /** that a file holds the first rows alone */
  firstRows: (count: number, total: number) => string
  noRows: string
  page: (page: number, pages: number) => string
}

/** How a file of a table is limited and ended. */
export type TableFileOptions = {
  /** rows that it holds at most */
  maxRows: number
  /** whether its reader has gone away: the work is ended then */
  isAbandoned: () => boolean
}

/** Counts the rows that a file takes, and says how many of all they are. */
export class RowCount {
  private readonly table: TableFile
  private readonly maxRows: number
  private isCut = false
  count = 0

  constructor(table: TableFile, maxRows: number) {
    this.table = table
    this.maxRows = maxRows
  }

  /** The rows of the table up to the limit, in its batches. */
  async *batches(isAbandoned: () => boolean): AsyncGenerator<readonly TableRow[], void> {
    for await (const batch of this.table.batches()) {
      if (isAbandoned()) throw new Error('the reader of a file has gone away')
      const room = this.maxRows - this.count
      const rows = batch.slice(0, room)
      this.count += rows.length
      if (rows.length > 0) yield rows
      this.isCut = batch.length > room
      if (this.isCut) return
    }
  }

  /** What the file says of its rows; known once they have been read. */
  async fact(): Promise<Fact> {
    const { rowsLabel, allRows, firstRows } = this.table.texts
    if (!this.isCut) return [rowsLabel, allRows(this.count)]
    return [rowsLabel, firstRows(this.count, Math.max(await this.table.total(), this.count + 1))]
  }
}
