import { type AssetDoc, type Database, summaryId, trusted, type VisitDoc } from '@wardtrack/database'
import { rebuildSeries } from './rebuild-series.ts'
import { settleVisit } from './settle-visit.ts'
import type { SummaryStep } from './step-writer.ts'
import { createSummarizer, type Summarizer, type SummarizerParts } from './summarizer.ts'
import { type DueMark, END_OF_TIME, withoutAge } from './summary-marks.ts'
import { visitSeries } from './visit-series.ts'

/** A move of an asset from one place to another. */
export type VisitStep = SummaryStep<VisitDoc>
/** Keeps visits consistent with the history of positions. */
export type VisitSummarizer = Omit<Summarizer<VisitDoc>, 'note'> & {
  note(steps: readonly VisitStep[]): void
}

/** Retention of history. */
export type HistoryRetention = {
  /** moment in milliseconds before which history is deleted. @param now milliseconds */
  oldest(now: number): Promise<number> | number
}

/** Creates the summarizer of visits of a process. */
export function createVisitSummarizer(parts: SummarizerParts, retention: HistoryRetention): VisitSummarizer {
  const { db, clock } = parts
  const summarizer = createSummarizer<VisitDoc>(parts, {
    collection: 'visits',
    member: 'VisitsDue',
    history: 'locationHistory',
    members: { CurrentLocation: 1, VisitsDue: 1 },
    rebuild: async (asset, due, isLastRound) => {
      // Visits that began earlier stay unchanged: history does not contain their beginning any more.
      const oldest = await retention.oldest(clock.confirmedNow())
      const range = { from: new Date(Math.max(due.from.getTime(), oldest)), until: due.until }
      const since = asset.CurrentLocation?.since?.getTime()
      const { changed, last } = await rebuildSeries(
        visitSeries(db, asset),
        range,
        ({ from }) => from.getTime() === since,
      )
      const next = last ? await settleVisit(db, asset, { last, now: clock.now(), isLastRound }) : 'done'
      return { changed, next }
    },
    findIncomplete: (assets) => findIncomplete(db, assets),
    findBehind: (assets) => findBehind(db, assets),
  })
  return {
    ...summarizer,
    note: (steps) => summarizer.note(steps.map((step) => ({ series: step.asset.toHexString(), step }))),
  }
}

/**
 * Returns marks for assets whose last visit is not stored, or has an unknown beginning, after a crash or in an older
 * store.
 */
async function findIncomplete({ models }: Database, assets: readonly AssetDoc[]): Promise<DueMark[]> {
  const located = assets.flatMap(({ _id: asset, CurrentLocation: location }) =>
    location
      ? [{ asset, location, id: location.since && summaryId(location.since, asset.toHexString()) }]
      : [],
  )
  const ids = located.flatMap(({ id }) => id ?? [])
  const stored = await models.visits.find({ _id: trusted({ $in: ids }) }).select({ _id: 1 })
  const known = new Set(stored.map(({ _id }) => _id))
  const incomplete = located.filter(({ id }) => id === undefined || !known.has(id))
  return [
    ...assets.flatMap(({ _id, VisitsDue }) => withoutAge(_id, VisitsDue)),
    ...incomplete.map(({ asset, location, id }) => ({
      asset,
      from: id === undefined ? new Date(0) : location.time,
      until: END_OF_TIME,
    })),
  ]
}

/** Returns marks for assets whose newest position in history is later than their place. */
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
