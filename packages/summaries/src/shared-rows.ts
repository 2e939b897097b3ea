import type { Database } from '@wardtrack/database'
import { PRIMARY_FRESHNESS_MS } from './primary-tag-window.ts'
import type { DueRange } from './series.types.ts'
import { type StateField, stateValue } from './state-fields.ts'
import { type RowsFrom, type StateReading, stateRows } from './stretch-series.ts'
import { END_OF_TIME } from './summary-marks.ts'
import type { VisitSubject } from './visit-series.ts'

/** Maximum rows that are kept for all states of an asset; further rows are read for each state. */
const MAX_SHARED = 3_000
/** Rows after the period that are kept: most rebuilds end at the first of them. */
const ROWS_BEHIND = 20
/** Rows of a cursor's page. */
const BATCH = 250

/** Rows of a marked period, which are read once for all states of an asset. */
export type SharedRows = {
  rowsFrom: RowsFrom
  /** true if a state may have been reported in the period */
  mayReport(field: StateField): boolean
}

/** Reads the rows of a marked period, and a few after it. */
export async function readSharedRows(
  db: Database,
  asset: VisitSubject['_id'],
  { from, until }: DueRange,
): Promise<SharedRows> {
  const settledFrom = until.getTime() + PRIMARY_FRESHNESS_MS
  const rows: StateReading[] = []
  /** moment from which rows are read from the store */
  let end: Date | undefined
  let behind = 0
  for await (const row of stateRows(db, asset, from, BATCH)) {
    const isNewMoment = row.time.getTime() !== rows.at(-1)?.time.getTime()
    if (isNewMoment && (behind >= ROWS_BEHIND || rows.length >= MAX_SHARED)) {
      end = row.time
      break
    }
    rows.push(row)
    if (row.time.getTime() > settledFrom) behind += 1
  }
  return {
    rowsFrom: async function* rowsFrom(first) {
      if (first < from) return yield* stateRows(db, asset, first)
      for (const row of rows) if (row.time >= first) yield row
      if (end) yield* stateRows(db, asset, end < first ? first : end)
    },
    mayReport: (field) =>
      until >= END_OF_TIME ||
      (end !== undefined && end <= until) ||
      rows.some(({ time, Fields }) => time <= until && stateValue(Fields, field) !== undefined),
  }
}
