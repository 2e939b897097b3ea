import type { Visit } from '@wardtrack/contracts'
import { type Database, pathText } from '@wardtrack/database'
import { placeKeyOf } from '@wardtrack/summaries'
import { findPositions, type HistoryPeriod, oneForEachMoment, type PositionRow } from './position-rows.ts'

/** How much one answer reads: an asset may stand at one place for months and report every second. */
export type VisitLimits = {
  /** visits of an answer */
  readonly visits: number
  /** positions read for it, in steps of `step` */
  readonly positions: number
  readonly step: number
}
/** Positions that are read for an answer at most. */
export const VISIT_READS = { positions: 10_000, step: 500 } as const
/** Rows that may share a moment and are looked at to find out where an asset was right before or after a period. */
const ROWS_OF_A_MOMENT = 20

/** Visits, newest first; `next` is the end of the period in which the next older ones are, null when there are none. */
export type VisitPage = { visits: Visit[]; next: string | null }

/**
 * Visits of an asset in a period, newest first, worked out from its history. Positions are taken by when they were
 * measured, so that late ones find their visit. Where more positions make up a page than one answer reads, its last
 * visit has `arrivedEarlier` and goes on as the first one of the next page, with `leftAt: null`.
 */
export async function readVisits(
  db: Database,
  period: HistoryPeriod,
  limits: VisitLimits,
): Promise<VisitPage> {
  const visits: OpenVisit[] = []
  const after = await positionAfter(db, period)
  for await (const position of newestFirst(db, period, limits)) {
    const open = visits.at(-1)
    const key = placeKeyOf(position)
    if (open?.key === key) {
      open.arrivedAt = position.time
      open.positions += 1
      continue
    }
    if (open && visits.length === limits.visits)
      return { visits: visits.map(answerOf), next: open.arrivedAt.toISOString() }
    visits.push(openVisit(position, key, open ? open.arrivedAt : leftFor(after, key)))
  }
  const oldest = visits.at(-1)
  if (!oldest) return { visits: [], next: null }
  const before = await positionBefore(db, period, oldest.arrivedAt)
  oldest.arrivedEarlier = before !== undefined && placeKeyOf(before) === oldest.key
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

const leftFor = (after: PositionRow | undefined, key: string): Date | null =>
  after && placeKeyOf(after) !== key ? after.time : null

const answerOf = ({ newest, arrivedAt, arrivedEarlier, leftAt, positions }: OpenVisit): Visit => ({
  Location: pathText(newest.fullPath),
  fullPath: newest.fullPath,
  mapId: newest.mapId,
  arrivedAt: arrivedAt.toISOString(),
  arrivedEarlier,
  lastSeenAt: newest.time.toISOString(),
  leftAt: leftAt?.toISOString() ?? null,
  positions,
})

/** The positions of a period, newest first, one for each moment, until they or the limit are reached. */
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
    // More rows of the oldest moment may follow: it is read again with them.
    if (!isLast && moments.length > 1) moments.pop()
    yield* moments
    if (isLast) return
    before = moments.at(-1)?.time.toISOString()
  }
}

/** Where an asset was first after a period. */
async function positionAfter(
  db: Database,
  { asset, endDate }: HistoryPeriod,
): Promise<PositionRow | undefined> {
  if (!endDate) return undefined
  const period = { asset, startDate: endDate }
  return oneForEachMoment(await findPositions(db, period, { first: 'oldest', most: ROWS_OF_A_MOMENT }))[0]
}

/** Where an asset was last before a moment, also before the period. */
async function positionBefore(
  db: Database,
  { asset }: HistoryPeriod,
  moment: Date,
): Promise<PositionRow | undefined> {
  const period = { asset, endDate: moment.toISOString() }
  return oneForEachMoment(await findPositions(db, period, { first: 'newest', most: ROWS_OF_A_MOMENT }))[0]
}
