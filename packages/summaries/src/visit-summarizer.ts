import {
  type AssetDoc,
  type Database,
  type PlacePaths,
  summaryId,
  trusted,
  type VisitDoc,
} from '@wardtrack/database'
import { isInFlight } from './in-flight.ts'
import { isSamePlace } from './place-key.ts'
import { type RebuildEnd, rebuildSeries } from './rebuild-series.ts'
import type { SummaryStep } from './step-writer.ts'
import { createSummarizer, type RebuildOutcome, type Summarizer, type SummarizerParts } from './summarizer.ts'
import { type DueMark, END_OF_TIME, withoutAge } from './summary-marks.ts'
import { visitSeries } from './visit-series.ts'

type SettleOptions = {
  last: RebuildEnd<VisitDoc>
  places: PlacePaths
  now: number
  isLastRound: boolean
}

/**
 * Stores the rebuilt beginning of an asset's current visit in the asset. Each write requires that the place was not
 * written meanwhile.
 * @param read the asset before the rebuild
 */
async function settleVisit(
  db: Database,
  read: AssetDoc,
  { last: { summary, newest, stored }, places, now, isLastRound }: SettleOptions,
): Promise<RebuildOutcome['next']> {
  const isKnown = ({ CurrentLocation: location }: Pick<AssetDoc, 'CurrentLocation'>): boolean =>
    location?.since?.getTime() === summary.from.getTime() && isSamePlace(location, summary, places)
  if (isKnown(read) && !(newest && newest.time > (read.CurrentLocation?.time ?? 0))) return 'done'
  const asset = await db.models.assets.findOne({ _id: read._id }).select({ CurrentLocation: 1, PlaceRev: 1 })
  const location = asset?.CurrentLocation
  if (!asset || !location) return 'done'
  /** @param since beginning of the visit; undefined when the next position has to read it from history */
  const change = async (since: Date | undefined): Promise<boolean> => {
    const { matchedCount } = await db.models.assets.updateOne(
      { _id: read._id, ...(asset.PlaceRev === undefined ? {} : { PlaceRev: asset.PlaceRev }) },
      {
        ...(since
          ? { $set: { 'CurrentLocation.since': since } }
          : { $unset: { 'CurrentLocation.since': 1 } }),
        $inc: { PlaceRev: 1 },
      },
    )
    return matchedCount > 0
  }
  const nextOf = (isChanged: boolean): RebuildOutcome['next'] => (isChanged || isLastRound ? 'done' : 'again')
  if (!newest) {
    // Only the beginning of the current visit has changed.
    if (location.since?.getTime() !== stored?.from.getTime() || isKnown(asset)) return 'done'
    return nextOf(await change(summary.from))
  }
  const difference = newest.time.getTime() - location.time.getTime()
  if (difference > 0) {
    if (newest.time.getTime() > now) return 'done'
    if (isInFlight(newest, now)) return 'later'
    // The asset is older than its history because of a crash: the next event makes history be read again.
    if (location.since) await change(undefined)
    return 'done'
  }
  if (isKnown(asset)) return 'done'
  const isThere = isSamePlace(location, summary, places)
  if (difference === 0 && isThere) return nextOf(await change(summary.from))
  if (difference < 0) {
    if (location.since && location.since > newest.time) return 'done'
    if (location.since && isThere) return nextOf(await change(summary.from))
    if (!isLastRound) return 'again'
  }
  // History has another place than the asset: the asset's next position is computed from history too.
  return location.since ? nextOf(await change(undefined)) : 'done'
}

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

/** Present paths of places, as a cache of places reads them. */
export type PlacePathSource = { read(): Promise<{ paths: PlacePaths }> }

/** Creates the summarizer of visits of a process. */
export function createVisitSummarizer(
  parts: SummarizerParts & { places: PlacePathSource },
  retention: HistoryRetention,
): VisitSummarizer {
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
      const { paths: places } = await parts.places.read()
      const { changed, last } = await rebuildSeries(
        visitSeries(db, asset, places),
        range,
        ({ from }) => from.getTime() === since,
      )
      const next = last
        ? await settleVisit(db, asset, { last, places, now: clock.now(), isLastRound })
        : 'done'
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
