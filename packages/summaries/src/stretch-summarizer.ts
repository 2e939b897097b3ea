import { STATE_FIELDS } from '@wardtrack/contracts'
import { type AssetDoc, type Database, type StateStretchDoc, summaryId, trusted } from '@wardtrack/database'
import { readStored, rebuildSeries, type StoredSummaries } from './rebuild-series.ts'
import type { DueRange } from './series.types.ts'
import { settleStretch } from './settle-stretch.ts'
import { readSharedRows, type SharedRows } from './shared-rows.ts'
import { type StateField, stateValue } from './state-fields.ts'
import type { SummaryStep } from './step-writer.ts'
import { type RowsFrom, stateRows, stretchSeries } from './stretch-series.ts'
import {
  createSummarizer,
  laterOf,
  type RebuildOutcome,
  type Summarizer,
  type SummarizerParts,
} from './summarizer.ts'
import { type DueMark, END_OF_TIME, withoutAge } from './summary-marks.ts'
import type { HistoryRetention } from './visit-summarizer.ts'

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
