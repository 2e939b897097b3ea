import { STATE_FIELDS } from '@wardtrack/contracts'
import { type AssetDoc, type Database, type StateStretchDoc, summaryId, trusted } from '@wardtrack/database'
import { isInFlight } from './in-flight.ts'
import { PRIMARY_FRESHNESS_MS } from './primary-tag-window.ts'
import { type RebuildEnd, readStored, rebuildSeries, type StoredSummaries } from './rebuild-series.ts'
import type { DueRange } from './series.types.ts'
import { type StateField, stateValue } from './state-fields.ts'
import type { SummaryStep } from './step-writer.ts'
import { type RowsFrom, type StateReading, stateRows, stretchSeries } from './stretch-series.ts'
import {
  createSummarizer,
  laterOf,
  type RebuildOutcome,
  type Summarizer,
  type SummarizerParts,
} from './summarizer.ts'
import { type DueMark, END_OF_TIME, withoutAge } from './summary-marks.ts'
import type { VisitSubject } from './visit-series.ts'
import type { HistoryRetention } from './visit-summarizer.ts'

type SettleOptions = {
  field: StateField
  last: RebuildEnd<StateStretchDoc>
  now: number
  isLastRound: boolean
}

/**
 * Stores the rebuilt current stretch of a state in its asset. Each write requires that the asset still has the
 * stretch that was read, so newer reports prevail.
 * @param read the asset before the rebuild
 */
async function settleStretch(
  db: Database,
  read: AssetDoc,
  { field, last: { summary, newest, stored }, now, isLastRound }: SettleOptions,
): Promise<RebuildOutcome['next']> {
  const isKnown = ({ Stretches }: Pick<AssetDoc, 'Stretches'>): boolean =>
    Stretches?.[field]?.from.getTime() === summary.from.getTime() && Stretches[field]?.value === summary.value
  if (isKnown(read) && !(newest && newest.time > (read.FieldTimes[field] ?? 0))) return 'done'
  const asset = await db.models.assets.findOne({ _id: read._id }).select({ FieldTimes: 1, Stretches: 1 })
  if (!asset) return 'done'
  const known = asset.Stretches?.[field]
  const { [field]: reportedAt } = asset.FieldTimes
  const path = `Stretches.${field}`
  const change = async (isSet: boolean, condition: Record<string, unknown> = {}): Promise<boolean> => {
    const stretch = { value: summary.value, from: summary.from }
    const { matchedCount } = await db.models.assets.updateOne(
      { _id: read._id, [`${path}.from`]: known?.from ?? trusted({ $exists: false }), ...condition },
      isSet ? { $set: { [path]: stretch } } : { $unset: { [path]: 1 } },
    )
    return matchedCount > 0
  }
  if (!newest) {
    // Only the beginning of the current stretch has changed.
    if (known && known.from.getTime() === stored?.from.getTime()) await change(true)
    return 'done'
  }
  const isReported = { [`FieldTimes.${field}`]: reportedAt ?? trusted({ $exists: false }) }
  const difference = newest.time.getTime() - (reportedAt?.getTime() ?? 0)
  if (difference > 0) {
    if (newest.time.getTime() > now) return 'done'
    if (isInFlight(newest, now)) return 'later'
    // The asset is older than its history because of a crash: the next event makes history be read again.
    if (known) await change(false, isReported)
    return 'done'
  }
  if (isKnown(asset)) return 'done'
  if (difference === 0) return (await change(true, isReported)) || isLastRound ? 'done' : 'again'
  if (known && known.from > newest.time) return 'done'
  if (known?.value === summary.value) {
    await change(true)
    return 'done'
  }
  if (!isLastRound) return 'again'
  if (known) await change(false)
  return 'done'
}

/** Maximum rows that are kept for all states of an asset; further rows are read for each state. */
const MAX_SHARED = 3_000
/** Rows after the period that are kept: most rebuilds end at the first of them. */
const ROWS_BEHIND = 20
/** Rows of a cursor's page. */
const BATCH = 250

/** Rows of a marked period, which are read once for all states of an asset. */
type SharedRows = {
  rowsFrom: RowsFrom
  /** true if a state may have been reported in the period */
  mayReport(field: StateField): boolean
}

/** Reads the rows of a marked period, and a few after it. */
async function readSharedRows(
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

/** A change of an asset's state to another value. */
export type StretchStep = SummaryStep<StateStretchDoc>
/** Keeps stretches of states consistent with the history of device states. */
export type StretchSummarizer = Omit<Summarizer<StateStretchDoc>, 'note'> & {
  note(steps: readonly StretchStep[]): void
}

/** Creates the summarizer of stretches of a process. */
export function createStretchSummarizer(
  parts: SummarizerParts,
  retention: HistoryRetention,
): StretchSummarizer {
  const { db, clock } = parts
  const summarizer = createSummarizer<StateStretchDoc>(parts, {
    collection: 'stateStretches',
    member: 'StretchesDue',
    history: 'statusHistory',
    members: { FieldTimes: 1, Stretches: 1, StretchesDue: 1 },
    rebuild: async (asset, due, isLastRound) => {
      const oldest = await retention.oldest(clock.confirmedNow())
      const range = { from: new Date(Math.max(due.from.getTime(), oldest)), until: due.until }
      // Stored stretches of all states are read before the rows that these states share.
      const stored = await Promise.all(
        STATE_FIELDS.map((field) =>
          readStored(stretchSeries(db, asset, field), range, isCurrentOf(asset, field)),
        ),
      )
      const rows = await readSharedRows(db, asset._id, range)
      const options = { range, rows, now: clock.now(), isLastRound }
      const outcomes = await Promise.all(
        STATE_FIELDS.flatMap((field, index) => {
          const first = stored[index]
          return first && rows.mayReport(field) ? [rebuildField(db, asset, field, { ...options, first })] : []
        }),
      )
      return outcomes.reduce(laterOf, { changed: 0, next: 'done' } as const)
    },
    findIncomplete: (assets) => findIncomplete(db, assets),
    findBehind: (assets) => findBehind(db, assets),
  })
  return {
    ...summarizer,
    note: (steps) =>
      summarizer.note(
        steps.map((step) => ({ series: `${step.asset.toHexString()}|${step.begun.field}`, step })),
      ),
  }
}

const isCurrentOf =
  ({ Stretches }: AssetDoc, field: StateField) =>
  ({ from }: StateStretchDoc): boolean =>
    from.getTime() === Stretches?.[field]?.from.getTime()

type FieldOptions = {
  range: DueRange
  first: StoredSummaries<StateStretchDoc>
  rows: SharedRows
  now: number
  isLastRound: boolean
}

async function rebuildField(
  db: Database,
  asset: AssetDoc,
  field: StateField,
  { range, first, rows, now, isLastRound }: FieldOptions,
): Promise<RebuildOutcome> {
  let isFirst = true
  // Stretches that are read again later are compared with rows that are read after them.
  const rowsFrom: RowsFrom = (from) => {
    if (!isFirst) return stateRows(db, asset._id, from)
    isFirst = false
    return rows.rowsFrom(from)
  }
  const series = stretchSeries(db, asset, field, rowsFrom)
  const { changed, last } = await rebuildSeries(series, range, isCurrentOf(asset, field), first)
  const next = last ? await settleStretch(db, asset, { field, last, now, isLastRound }) : 'done'
  return { changed, next }
}

/** Returns marks for assets whose last stretch of a state is not stored, or has an unknown beginning. */
async function findIncomplete({ models }: Database, assets: readonly AssetDoc[]): Promise<DueMark[]> {
  const states = assets.flatMap(({ _id: asset, FieldTimes, Stretches }) =>
    STATE_FIELDS.flatMap((field) => {
      const time = FieldTimes[field]
      const from = Stretches?.[field]?.from
      return time ? [{ asset, time, id: from && summaryId(from, asset.toHexString(), field) }] : []
    }),
  )
  const ids = states.flatMap(({ id }) => id ?? [])
  const stored = await models.stateStretches.find({ _id: trusted({ $in: ids }) }).select({ _id: 1 })
  const known = new Set(stored.map(({ _id }) => _id))
  const incomplete = states.filter(({ id }) => id === undefined || !known.has(id))
  return [
    ...assets.flatMap(({ _id, StretchesDue }) => withoutAge(_id, StretchesDue)),
    ...incomplete.map(({ asset, time, id }) => ({
      asset,
      from: id === undefined ? new Date(0) : time,
      until: END_OF_TIME,
    })),
  ]
}

/** Rows of an asset that are read: more than are written for it at a time. */
const NEWEST_ROWS = 20

/** Returns marks for assets whose history holds a later report of a state than the asset itself. */
async function findBehind({ models }: Database, assets: readonly AssetDoc[]): Promise<DueMark[]> {
  const found = await Promise.all(
    assets.map(async ({ _id: asset, FieldTimes }): Promise<DueMark[]> => {
      const rows = await models.statusHistory
        .find({ asset })
        .select({ time: 1, Fields: 1 })
        .sort({ time: -1 })
        .limit(NEWEST_ROWS)
      const times = rows.flatMap(({ time, Fields }) =>
        STATE_FIELDS.flatMap((field) => {
          const reportedAt = FieldTimes[field] ?? new Date(0)
          return stateValue(Fields, field) !== undefined && time > reportedAt ? [reportedAt.getTime()] : []
        }),
      )
      return times.length > 0 ? [{ asset, from: new Date(Math.min(...times)), until: END_OF_TIME }] : []
    }),
  )
  return found.flat()
}
