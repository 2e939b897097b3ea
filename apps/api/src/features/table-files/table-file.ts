/** Table for a file, with facts for its reader. */
export type TableFile = {
  title: string
  /** name of the author */
  author: string
  madeAt: Date
  /** IANA name of the zone for times in cells */
  timeZone: string
  /** facts about the file, as label and text */
  facts: readonly Fact[]
  texts: TableTexts
  /** headings */
  columns: readonly string[]
  /** yields values of rows in column order, some hundred rows at a time; times are ISO 8601 texts in UTC */
  batches(): AsyncIterable<readonly TableRow[]>
  /** returns the total number of rows, needed when the file cannot hold all of them */
  total(): Promise<number>
}

/** Values of a row. */
export type TableRow = readonly unknown[]
/** Fact about a file. */
export type Fact = readonly [label: string, text: string]

/** Texts of a file in one language. */
export type TableTexts = {
  /** name of the sheet of rows */
  rowsSheet: string
  /** name of the sheet of facts */
  factsSheet: string
  rowsLabel: string
  /** states that a file holds all rows */
  allRows: (count: number) => string
  /** states that a file holds only the first rows */
  firstRows: (count: number, total: number) => string
  noRows: string
  page: (page: number, pages: number) => string
}

/** Limits and cancellation of a table file. */
export type TableFileOptions = {
  /** maximum number of rows */
  maxRows: number
  /** returns true when the reader has disconnected; writing then stops */
  isAbandoned: () => boolean
}

/** Counter of the rows in a file, which also describes their share of the total. */
export class RowCount {
  private readonly table: TableFile
  private readonly maxRows: number
  private isCut = false
  count = 0

  constructor(table: TableFile, maxRows: number) {
    this.table = table
    this.maxRows = maxRows
  }

  /** Yields the rows of the table up to the limit, in batches. */
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

  /** Returns the fact about the number of rows; known after they are read. */
  async fact(): Promise<Fact> {
    const { rowsLabel, allRows, firstRows } = this.table.texts
    if (!this.isCut) return [rowsLabel, allRows(this.count)]
    return [rowsLabel, firstRows(this.count, Math.max(await this.table.total(), this.count + 1))]
  }
}
