import type { ServiceParts } from '@wardtrack/access'
import { STATE_FIELDS } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type Database,
  type DueSummaries,
  type StateStretchDoc,
  summaryId,
  trusted,
} from '@wardtrack/database'
import { rebuildSeries } from './rebuild-series.ts'
import { type StateField, stateValue } from './state-fields.ts'
import type { SummaryStep } from './step-writer.ts'
import { stretchSeries } from './stretch-series.ts'
import { createSummarizer, type Summarizer } from './summarizer.ts'
import { type DueMark, END_OF_TIME } from './summary-marks.ts'
import type { HistoryRetention } from './visit-summarizer.ts'

/** That a state of an asset came to have another value. */
export type StretchStep = SummaryStep<StateStretchDoc>
/** Keeps stretches of states in line with the history of device states. */
export type StretchSummarizer = Omit<Summarizer<StateStretchDoc>, 'note'> & {
  note(steps: readonly StretchStep[]): void
}

/** Makes the summarizer of stretches of a process. */
export function createStretchSummarizer(
  parts: Pick<ServiceParts, 'db' | 'log' | 'clock' | 'cacheMode'>,
  retention: HistoryRetention,
): StretchSummarizer {
  const { db, clock } = parts
  const summarizer = createSummarizer<StateStretchDoc>(parts, {
    collection: 'stateStretches',
    member: 'StretchesDue',
    history: 'statusHistory',
    members: { FieldTimes: 1, Stretches: 1 },
    rebuild: async (asset, due) => {
      const oldest = await retention.oldest(clock.confirmedNow())
      const from = new Date(Math.max(due.from.getTime(), oldest))
      let changed = 0
      const now = clock.now()
      for (const field of STATE_FIELDS)
        changed += await rebuildField(db, asset, field, { due: { ...due, from }, now })
      return changed
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

async function rebuildField(
  db: Database,
  asset: AssetDoc,
  field: StateField,
  { due, now }: { due: DueSummaries; now: number },
): Promise<number> {
  const known = asset.Stretches?.[field]
  const { changed, last } = await rebuildSeries(
    stretchSeries(db, asset, field),
    due,
    ({ from }) => from.getTime() === known?.from.getTime(),
  )
  // After a crash history may hold what the asset was never told: its next report is worked out from history too.
  const reportedAt = asset.FieldTimes[field]
  if (known && reportedAt && last && last.time > reportedAt && last.time.getTime() <= now)
    await db.models.assets.updateOne(
      { _id: asset._id, [`FieldTimes.${field}`]: reportedAt, [`Stretches.${field}.from`]: known.from },
      { $unset: { [`Stretches.${field}`]: 1 } },
    )
  const isWhole = last && asset.FieldTimes[field]?.getTime() === last.time.getTime()
  const mayDiffer = !known || due.until >= END_OF_TIME
  if (isWhole && mayDiffer && last.summary.from.getTime() !== known?.from.getTime())
    await db.models.assets.updateOne(
      {
        _id: asset._id,
        [`FieldTimes.${field}`]: last.time,
        [`Stretches.${field}.from`]: known?.from ?? trusted({ $exists: false }),
      },
      { $set: { [`Stretches.${field}`]: { value: last.summary.value, from: last.summary.from } } },
    )
  return changed
}

/** Assets of which the last stretch of a state is not stored, or nobody knows when it began. */
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
  return states.flatMap(({ asset, time, id }) =>
    id !== undefined && known.has(id)
      ? []
      : [{ asset, from: id === undefined ? new Date(0) : time, until: END_OF_TIME }],
  )
}

/** Rows of an asset that are looked at: more than are written of it at a time. */
const NEWEST_ROWS = 20

/** Assets of which history holds a later report of a state than they were told. */
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
