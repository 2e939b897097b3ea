import type { Viewer } from '@wardtrack/patient-rule'

/** Row with its cells by target; cells without a value are left out. */
export type NamedRow = {
  line: number
  values: ReadonlyMap<string, unknown>
  /** error of the whole row */
  message?: string
}

/** Column that identifies what a row writes, the column within which it is unique, and its compared form. */
export type Identity = { target: string; within: string; keyOf: (text: string) => string }

/**
 * Problem of a row: the target of its column (empty for the whole row), and the reason. Only an identifier that a
 * spreadsheet shortened is named.
 */
export type RowProblem = { target: string; message: string; value?: string }

/** Options for writing rows. */
export type WriteOptions = { viewer: Viewer; dryRun: boolean }

/** Writer of the rows of one operation. Writing the same rows again is safe. */
export type ImportWriter = {
  /** rows written together */
  batchRows: number
  /** set when a later row of the same asset or tag replaces an earlier one */
  identity?: Identity
  /** set when all rows are one change, however many cells they have */
  isWhole?: true
  /** returns true if a column can have this target; asset imports may create fields */
  mayStandFor(target: string, viewer: Viewer): Promise<boolean>
  /** returns the fields of visible asset types with this name or alias; only asset imports have fields */
  fieldsOf?(target: string, viewer: Viewer): Promise<string[]>
  /** @returns the problems of each row, none for an accepted row, and the number of accepted items */
  write(
    rows: readonly NamedRow[],
    options: WriteOptions,
  ): Promise<{ problems: RowProblem[][]; accepted: number }>
}
