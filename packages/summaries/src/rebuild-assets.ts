import { STATE_FIELDS } from '@wardtrack/contracts'
import {
  type Database,
  type DeviceAlarmDoc,
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

/** How far a rebuild of all summaries is, and what it found. */
export type RebuildProgress = {
  /** `_id` of the last asset that is done, hexadecimal */
  after?: string
  assets: number
  /** stored summaries that were missing, too many or different */
  differing: { visits: number; stateStretches: number; deviceAlarms: number }
}

/** Nothing is done yet. */
export const newRebuild = (): RebuildProgress => ({
  assets: 0,
  differing: { visits: 0, stateStretches: 0, deviceAlarms: 0 },
})

/** Assets after which progress is told. */
const PAGE = 100
/** Alarms that are compared at a time. */
const ALARMS = 500

/** How summaries are worked out. */
export type RebuildOptions = {
  progress: RebuildProgress
  /** history before it is deleted or about to be: summaries that begin before stay as they are */
  oldest: Date
  /** whether what differs is mended; else it is counted alone */
  mends: boolean
}

/**
 * Works the summaries of all assets out from history, compares them with the stored ones and mends those. It may run
 * beside ingestion, and goes on where an earlier one ended.
 * @param onProgress called after each page of assets; what it resolves with is where a later run goes on
 */
export async function rebuildAllSummaries(
  db: Database,
  { progress, oldest, mends }: RebuildOptions,
  onProgress: (progress: RebuildProgress) => Promise<void>,
): Promise<RebuildProgress> {
  let now = progress
  const rebuild = <R extends Reading, S extends Summary>(series: Series<R, S>): Promise<number> =>
    rebuildOne(mends ? series : { ...series, write: () => Promise.resolve(true) }, oldest)
  for (;;) {
    const filter = now.after ? { _id: trusted({ $gt: new Types.ObjectId(now.after) }) } : {}
    const page = await db.models.assets.find(filter).select({ AssetType: 1 }).sort({ _id: 1 }).limit(PAGE)
    const last = page.at(-1)
    if (!last) return now
    const differing = { ...now.differing }
    for (const asset of page) {
      differing.visits += await rebuild(visitSeries(db, asset))
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
  // What lasts now is not known here: nothing is taken to be right without a look at history.
  return (await rebuildSeries(series, { from, until: END_OF_TIME }, () => false)).changed
}

async function addMissingAlarms(
  db: Database,
  asset: VisitSubject,
  { oldest, mends }: Pick<RebuildOptions, 'oldest' | 'mends'>,
): Promise<number> {
  // driver: a cursor over many rows, of which few members are read
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

/** The alarm that a row of history carries, as it is stored beside it. */
export function alarmOf(
  { _id: asset, AssetType }: VisitSubject,
  { _id, time, alarm, circumstances }: Pick<StatusHistoryDoc, '_id' | 'time' | 'alarm' | 'circumstances'>,
): DeviceAlarmDoc[] {
  if (!alarm) return []
  const { Location, Battery } = circumstances ?? { Location: '', Battery: '' }
  return [{ _id, asset, AssetType, time, ...alarm, Location, Battery }]
}
