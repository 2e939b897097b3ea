import { STATE_FIELDS } from '@wardtrack/contracts'
import {
  type Database,
  type DeviceAlarmDoc,
  readPlacePaths,
  type StatusHistoryDoc,
  Types,
  trusted,
} from '@wardtrack/database'
import { insertNew } from '@wardtrack/ingestion'
import { rebuildSeries } from './rebuild-series.ts'
import type { Reading, Series, Summary } from './series.types.ts'
import { stretchSeries } from './stretch-series.ts'
import { END_OF_TIME } from './summary-marks.ts'
import { type VisitSubject, visitSeries } from './visit-series.ts'

/** Progress and findings of a rebuild of all summaries. */
export type RebuildProgress = {
  /** `_id` of the last completed asset, hexadecimal */
  after?: string
  assets: number
  /** stored summaries that were missing, superfluous or different */
  differing: { visits: number; stateStretches: number; deviceAlarms: number }
}

/** Returns the progress of a rebuild that has not started. */
export const newRebuild = (): RebuildProgress => ({
  assets: 0,
  differing: { visits: 0, stateStretches: 0, deviceAlarms: 0 },
})

/** Number of assets between two reports of progress. */
const PAGE = 100
/** Alarms that are compared at a time. */
const ALARMS = 500

/** Options for computing summaries. */
export type RebuildOptions = {
  progress: RebuildProgress
  /** moment before which history is deleted or about to be: summaries that begin earlier stay unchanged */
  oldest: Date
  /** true to repair differences; otherwise they are only counted */
  mends: boolean
}

/**
 * Computes the summaries of all assets from history, compares them with the stored ones and repairs those. It may run
 * during ingestion, and continues where an earlier run ended.
 * @param onProgress called after each page of assets; a later run continues from the progress that it resolves with
 */
export async function rebuildAllSummaries(
  db: Database,
  { progress, oldest, mends }: RebuildOptions,
  onProgress: (progress: RebuildProgress) => Promise<void>,
): Promise<RebuildProgress> {
  let now = progress
  const places = await readPlacePaths(db)
  const rebuild = <R extends Reading, S extends Summary>(series: Series<R, S>): Promise<number> =>
    rebuildOne(mends ? series : { ...series, write: () => Promise.resolve(true) }, oldest)
  for (;;) {
    const filter = now.after ? { _id: trusted({ $gt: new Types.ObjectId(now.after) }) } : {}
    const page = await db.models.assets.find(filter).select({ AssetType: 1 }).sort({ _id: 1 }).limit(PAGE)
    const last = page.at(-1)
    if (!last) return now
    const differing = { ...now.differing }
    for (const asset of page) {
      differing.visits += await rebuild(visitSeries(db, asset, places))
      for (const field of STATE_FIELDS)
        differing.stateStretches += await rebuild(stretchSeries(db, asset, field))
      differing.deviceAlarms += await addMissingAlarms(db, asset, { oldest, mends })
    }
    now = { after: last._id.toHexString(), assets: now.assets + page.length, differing }
    await onProgress(now)
  }
}

async function rebuildOne<R extends Reading, S extends Summary>(
  series: Series<R, S>,
  from: Date,
): Promise<number> {
  // The current summary is unknown here, so every summary is compared with history.
  return (await rebuildSeries(series, { from, until: END_OF_TIME }, () => false)).changed
}

async function addMissingAlarms(
  db: Database,
  asset: VisitSubject,
  { oldest, mends }: Pick<RebuildOptions, 'oldest' | 'mends'>,
): Promise<number> {
  // driver: a cursor over many rows, with few members each
  const rows = db.driver.statusHistory
    .find(
      { asset: asset._id, time: { $gte: oldest } },
      { projection: { time: 1, alarm: 1, circumstances: 1 } },
    )
    .batchSize(ALARMS)
  let added = 0
  let alarms: DeviceAlarmDoc[] = []
  const addThem = async (): Promise<void> => {
    const ids = alarms.map(({ _id }) => _id)
    const stored = await db.models.deviceAlarms.find({ _id: trusted({ $in: ids }) }).select({ _id: 1 })
    const known = new Set(stored.map(({ _id }) => _id))
    const missing = alarms.filter(({ _id }) => !known.has(_id))
    alarms = []
    if (missing.length === 0) return
    const storedCount = mends ? (await insertNew(db, 'deviceAlarms', missing)).size : 0
    added += missing.length - storedCount
  }
  for await (const row of rows) {
    alarms.push(...alarmOf(asset, row))
    if (alarms.length >= ALARMS) await addThem()
  }
  if (alarms.length > 0) await addThem()
  return added
}

/** Returns the alarm of a history row, in the form in which alarms are stored. */
export function alarmOf(
  { _id: asset, AssetType }: VisitSubject,
  { _id, time, alarm, circumstances }: Pick<StatusHistoryDoc, '_id' | 'time' | 'alarm' | 'circumstances'>,
): DeviceAlarmDoc[] {
  if (!alarm) return []
  const { Location, Battery } = circumstances ?? { Location: '', Battery: '' }
  return [{ _id, asset, AssetType, time, ...alarm, Location, Battery }]
}
