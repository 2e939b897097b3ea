import type { ServiceParts } from '@wardtrack/access'
import {
  type AssetDoc,
  type Database,
  type DueSummaries,
  summaryId,
  trusted,
  type VisitDoc,
} from '@wardtrack/database'
import { placeKeyOf } from './place-key.ts'
import { rebuildSeries } from './rebuild-series.ts'
import type { SummaryStep } from './step-writer.ts'
import { createSummarizer, type Summarizer } from './summarizer.ts'
import { type DueMark, END_OF_TIME } from './summary-marks.ts'
import { visitSeries } from './visit-series.ts'

/** That an asset left a place for another. */
export type VisitStep = SummaryStep<VisitDoc>
/** Keeps visits in line with the history of positions. */
export type VisitSummarizer = Omit<Summarizer<VisitDoc>, 'note'> & {
  note(steps: readonly VisitStep[]): void
}

/** How long history is kept. */
export type HistoryRetention = {
  /** milliseconds before which history is deleted. @param now milliseconds */
  oldest(now: number): Promise<number> | number
}

/** Makes the summarizer of visits of a process. */
export function createVisitSummarizer(
  parts: Pick<ServiceParts, 'db' | 'log' | 'clock' | 'cacheMode'>,
  retention: HistoryRetention,
): VisitSummarizer {
  const { db, clock } = parts
  const summarizer = createSummarizer<VisitDoc>(parts, {
    collection: 'visits',
    member: 'VisitsDue',
    history: 'locationHistory',
    members: { CurrentLocation: 1 },
    rebuild: async (asset, due) => {
      const oldest = await retention.oldest(clock.confirmedNow())
      return rebuildVisits(db, asset, due, { oldest, now: clock.now() })
    },
    findIncomplete: (assets) => findIncomplete(db, assets),
    findBehind: (assets) => findBehind(db, assets),
  })
  return {
    ...summarizer,
    note: (steps) => summarizer.note(steps.map((step) => ({ series: step.asset.toHexString(), step }))),
  }
}

/** @param now milliseconds. @param oldest likewise: visits that began before are kept as they are, for their beginning is not in history any more */
async function rebuildVisits(
  db: Database,
  asset: AssetDoc,
  due: DueSummaries,
  { oldest, now }: { oldest: number; now: number },
): Promise<number> {
  const { CurrentLocation: location, PlaceRev: rev } = asset
  const range = { from: new Date(Math.max(due.from.getTime(), oldest)), until: due.until }
  const since = location?.since?.getTime()
  const { changed, last } = await rebuildSeries(
    visitSeries(db, asset),
    range,
    ({ from }) => from.getTime() === since,
  )
  const isWhole =
    location &&
    last &&
    last.time.getTime() === location.time.getTime() &&
    placeKeyOf(last.summary) === placeKeyOf(location)
  // After a crash history may hold what the asset was never told: its next position is worked out from history too.
  const isAhead = location && last && last.time > location.time && last.time.getTime() <= now
  if (isAhead && since !== undefined)
    await db.models.assets.updateOne(
      { _id: asset._id, ...(rev === undefined ? {} : { PlaceRev: rev }) },
      { $unset: { 'CurrentLocation.since': 1 }, $inc: { PlaceRev: 1 } },
    )
  const mayDiffer = since === undefined || due.until >= END_OF_TIME
  if (isWhole && mayDiffer && last.summary.from.getTime() !== since)
    await db.models.assets.updateOne(
      { _id: asset._id, ...(rev === undefined ? {} : { PlaceRev: rev }) },
      { $set: { 'CurrentLocation.since': last.summary.from }, $inc: { PlaceRev: 1 } },
    )
  return changed
}

/** Assets whose last visit is not stored, or of which nobody knows when it began: a crash, or a store of before. */
async function findIncomplete({ models }: Database, assets: readonly AssetDoc[]): Promise<DueMark[]> {
  const located = assets.flatMap(({ _id: asset, CurrentLocation: location }) =>
    location
      ? [{ asset, location, id: location.since && summaryId(location.since, asset.toHexString()) }]
      : [],
  )
  const ids = located.flatMap(({ id }) => id ?? [])
  const stored = await models.visits.find({ _id: trusted({ $in: ids }) }).select({ _id: 1 })
  const known = new Set(stored.map(({ _id }) => _id))
  return located.flatMap(({ asset, location, id }) =>
    id !== undefined && known.has(id)
      ? []
      : [{ asset, from: id === undefined ? new Date(0) : location.time, until: END_OF_TIME }],
  )
}

/** Assets of which the newest position in history is later than their place. */
async function findBehind({ models }: Database, assets: readonly AssetDoc[]): Promise<DueMark[]> {
  const found = await Promise.all(
    assets.map(async ({ _id: asset, CurrentLocation: location }): Promise<DueMark[]> => {
      const [newest] = await models.locationHistory
        .find({ asset })
        .select({ time: 1 })
        .sort({ time: -1 })
        .limit(1)
      const from = location?.time ?? new Date(0)
      return newest && newest.time > from ? [{ asset, from, until: END_OF_TIME }] : []
    }),
  )
  return found.flat()
}
