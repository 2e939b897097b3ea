import type { Viewer } from '@wardtrack/patient-rule'

/** A row whose cells have been given what they stand for; cells without a value are left out. */
export type NamedRow = {
  line: number
  values: ReadonlyMap<string, unknown>
  /** what is wrong with the whole row */
  message?: string
}

/** What is wrong with a row: what its column stands for (empty: the whole row), and why. No values. */
export type RowProblem = { target: string; message: string }

/** How rows are taken in. */
export type WriteOptions = { viewer: Viewer; dryRun: boolean }

/** Takes in the rows of one operation. Safe to repeat. */
export type ImportWriter = {
  /** rows that are taken in together */
  batchRows: number
  /** all rows are one change, however many cells they have */
  isWhole?: true
  /** whether a column can stand for this; assets have fields that nobody named before */
  mayStandFor(target: string, viewer: Viewer): Promise<boolean>
  /** @returns the problems of each row, none for one that was taken in, and how much was */
  write(
    rows: readonly NamedRow[],
    options: WriteOptions,
  ): Promise<{ problems: RowProblem[][]; accepted: number }>
}
