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
    members: { CurrentLocation: 1 },
    rebuild: async (asset, due) =>
      rebuildVisits(db, asset, due, await retention.oldest(clock.confirmedNow())),
    findIncomplete: (assets) => findIncomplete(db, assets),
  })
  return {
    ...summarizer,
    note: (steps) => summarizer.note(steps.map((step) => ({ ...step, series: step.asset.toHexString() }))),
  }
}

/** @param oldest milliseconds: visits that began before are kept as they are, for their beginning is not in history any more */
async function rebuildVisits(
  db: Database,
  asset: AssetDoc,
  due: DueSummaries,
  oldest: number,
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
