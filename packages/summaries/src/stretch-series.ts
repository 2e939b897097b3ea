import {
  type Database,
  type StateStretchDoc,
  type StatusHistoryDoc,
  summaryId,
  trusted,
} from '@wardtrack/database'
import type { Series } from './series.types.ts'
import { isCondition, isEncryptedState, type StateField, stateValue } from './state-fields.ts'
import type { VisitSubject } from './visit-series.ts'
import { writeSummaries } from './write-summaries.ts'

/** A report of a state: its value, and the asset's location and battery, if a row of history contains them. */
export type StateReport = Pick<StatusHistoryDoc, 'time' | 'circumstances'> & { value: string }
/** A row of history that stretches are computed from. */
export type StateReading = Pick<StatusHistoryDoc, '_id' | 'time' | 'receivedAt' | 'Fields' | 'circumstances'>

const MEMBERS = { time: 1, receivedAt: 1, Fields: 1, circumstances: 1 }
/** Rows of a cursor's page. */
const BATCH = 1_000

/** Creates the stretch that begins with a report. */
export function stretchFrom(
  { _id: asset, AssetType }: VisitSubject,
  field: StateField,
  { time, value, circumstances = { Location: '', Battery: '' } }: StateReport,
): StateStretchDoc {
  return {
    _id: summaryId(time, asset.toHexString(), field),
    asset,
    AssetType,
    field,
    value,
    from: time,
    to: null,
    ...(isCondition(value) ? { condition: { at: time, ...circumstances } } : {}),
  }
}

/** Creates the series of a state's stretches of an asset, and the reports that they are computed from. */
export function stretchSeries(
  db: Database,
  subject: VisitSubject,
  field: StateField,
  rowsFrom: RowsFrom = (from) => stateRows(db, subject._id, from),
): Series<StateReading, StateStretchDoc> {
  const asset = subject._id
  const { stateStretches } = db.models
  return {
    readings: (from) => reportsOf(db, subject, field, rowsFrom(from)),
    keyOf: ({ Fields }) => stateValue(Fields, field),
    keyOfSummary: ({ value }) => value,
    isContinued: (a, b) => a.value === b.value,
    begin: (reading) =>
      stretchFrom(subject, field, { ...reading, value: stateValue(reading.Fields, field) ?? '' }),
    storedBefore: async (before) => {
      const older = stateStretches.find({ asset, field, from: trusted({ $lt: before }) })
      return (await older.sort({ from: -1 }).limit(1))[0] ?? null
    },
    storedFrom: (from, most) =>
      stateStretches
        .find({ asset, field, from: trusted({ $gte: from }) })
        .sort({ from: 1 })
        .limit(most),
    write: (changes) => writeSummaries(db, 'stateStretches', changes),
  }
}

/** Reads rows of history from a moment on, oldest first. */
export type RowsFrom = (from: Date) => AsyncIterable<StateReading>

/** Yields rows that report a state. The first report of a moment counts, so the others are left out. */
async function* reportsOf(
  db: Database,
  { AssetType }: VisitSubject,
  field: StateField,
  rows: AsyncIterable<StateReading>,
): AsyncGenerator<StateReading> {
  if (isEncryptedState(await db.sealing.rules(), AssetType, field)) return
  for await (const row of rows) if (stateValue(row.Fields, field) !== undefined) yield row
}

/** Reads rows of an asset's history of states from a moment on, oldest first. */
export const stateRows = (
  db: Database,
  asset: VisitSubject['_id'],
  from: Date,
  batch = BATCH,
): AsyncIterable<StateReading> =>
  // driver: a cursor over many rows, with few members each
  db.driver.statusHistory
    .find({ asset, time: { $gte: from } }, { projection: MEMBERS })
    .sort({ time: 1 })
    .batchSize(batch)
