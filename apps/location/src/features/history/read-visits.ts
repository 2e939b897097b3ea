import type { Visit } from '@wardtrack/contracts'
import { type Database, type PlacePaths, pathText } from '@wardtrack/database'
import { placeKeyOf } from '@wardtrack/summaries'
import { findPositions, type HistoryPeriod, oneForEachMoment, type PositionRow } from './position-rows.ts'

/** The store, and the present paths of places. */
export type VisitSources = { db: Database; paths: PlacePaths }

/** Reading limits of one answer: an asset may remain at one place for months and report every second. */
export type VisitLimits = {
  /** visits per answer */
  readonly visits: number
  /** positions read for an answer, in steps of `step` */
  readonly positions: number
  readonly step: number
}
/** Maximum number of positions read for an answer. */
export const VISIT_READS = { positions: 10_000, step: 500 } as const
/** Rows of one moment that are searched for the asset's place directly before or after a period. */
const ROWS_OF_A_MOMENT = 20

/** Visits, newest first; `next` is the end of the period with the next older visits, null when there are none. */
export type VisitPage = { visits: Visit[]; next: string | null }

/**
 * Returns the visits of an asset in a period, newest first, computed from its history. Positions are sorted by time
 * of measurement, so late ones join their visit. If one answer cannot read all positions of a page, its last visit
 * has `arrivedEarlier`. That visit continues as the first one of the next page, with `leftAt: null`.
 */
export async function readVisits(
  { db, paths }: VisitSources,
  period: HistoryPeriod,
  limits: VisitLimits,
): Promise<VisitPage> {
  const visits: OpenVisit[] = []
  const keyAt = (position: PositionRow): string => placeKeyOf(position, paths)
  const answerOf = (visit: OpenVisit): Visit => visitAnswer(visit, paths)
  const after = await positionAfter(db, period)
  for await (const position of newestFirst(db, period, limits)) {
    const open = visits.at(-1)
    const key = keyAt(position)
    if (open?.key === key) {
      open.arrivedAt = position.time
      open.positions += 1
      continue
    }
    if (open && visits.length === limits.visits)
      return { visits: visits.map(answerOf), next: open.arrivedAt.toISOString() }
    const leftAt = after && keyAt(after) !== key ? after.time : null
    visits.push(openVisit(position, key, open ? open.arrivedAt : leftAt))
  }
  const oldest = visits.at(-1)
  if (!oldest) return { visits: [], next: null }
  const before = await positionBefore(db, period, oldest.arrivedAt)
  oldest.arrivedEarlier = before !== undefined && keyAt(before) === oldest.key
  const isWithin = before && !(period.startDate && before.time < new Date(period.startDate))
  return { visits: visits.map(answerOf), next: isWithin ? oldest.arrivedAt.toISOString() : null }
}

type OpenVisit = {
  key: string
  newest: PositionRow
  arrivedAt: Date
  arrivedEarlier: boolean
  leftAt: Date | null
  positions: number
}

const openVisit = (newest: PositionRow, key: string, leftAt: Date | null): OpenVisit => ({
  key,
  newest,
  arrivedAt: newest.time,
  arrivedEarlier: false,
  leftAt,
  positions: 1,
})

const visitAnswer = (
  { newest, arrivedAt, arrivedEarlier, leftAt, positions }: OpenVisit,
  paths: PlacePaths,
): Visit => ({
  Location: pathText(paths.pathOf(newest)),
  fullPath: paths.pathOf(newest),
  mapId: newest.mapId,
  arrivedAt: arrivedAt.toISOString(),
  arrivedEarlier,
  lastSeenAt: newest.time.toISOString(),
  leftAt: leftAt?.toISOString() ?? null,
  positions,
})

/** Yields the positions of a period, newest first, one per moment, up to the limit. */
async function* newestFirst(
  db: Database,
  { asset, startDate, endDate }: HistoryPeriod,
  { positions, step }: VisitLimits,
): AsyncGenerator<PositionRow> {
  let before = endDate
  for (let read = 0; read < positions; read += step) {
    const rows = await findPositions(
      db,
      { asset, startDate, endDate: before },
      { first: 'newest', most: step },
    )
    const moments = oneForEachMoment(rows)
    const isLast = rows.length < step
    // More rows of the oldest moment may follow, so the next read repeats that moment.
    if (!isLast && moments.length > 1) moments.pop()
    yield* moments
    if (isLast) return
    before = moments.at(-1)?.time.toISOString()
  }
}

/** Returns the asset's first position after a period. */
async function positionAfter(
  db: Database,
  { asset, endDate }: HistoryPeriod,
): Promise<PositionRow | undefined> {
  if (!endDate) return undefined
  const period = { asset, startDate: endDate }
  return oneForEachMoment(await findPositions(db, period, { first: 'oldest', most: ROWS_OF_A_MOMENT }))[0]
}

/** Returns the asset's last position before a moment, even before the period. */
async function positionBefore(
  db: Database,
  { asset }: HistoryPeriod,
  moment: Date,
): Promise<PositionRow | undefined> {
  const period = { asset, endDate: moment.toISOString() }
  return oneForEachMoment(await findPositions(db, period, { first: 'newest', most: ROWS_OF_A_MOMENT }))[0]
}
