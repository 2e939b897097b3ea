import type { ResponseOf, TrailPosition } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import { findPositions, type HistoryPeriod, type PositionRow, periodFilter } from './position-rows.ts'

/** Searches that one answer has under way in the store at a time. */
const SEARCHES_AT_A_TIME = 16

/** Positions of a period, oldest first, with how many are stored and how they were thinned. */
export type Trail = ResponseOf<'getTrail'>

/**
 * Positions of an asset in a period, oldest first, at most `most`. Where there are more, the time between the first and
 * the last is divided into so many equal stretches and the last position of each is taken: each is found by the index,
 * so that an answer costs the same however many positions are stored.
 */
export async function readTrail(db: Database, period: HistoryPeriod, most: number): Promise<Trail> {
  const newest = await findPositions(db, period, { first: 'newest', most: most + 1 })
  if (newest.length <= most)
    return { positions: newest.toReversed().map(answerOf), total: newest.length, thinnedToMs: null }
  const [[oldest], total] = await Promise.all([
    findPositions(db, period, { first: 'oldest', most: 1 }),
    db.models.locationHistory.countDocuments(periodFilter(period)),
  ])
  const from = oldest?.time.getTime() ?? 0
  const to = (newest[0]?.time.getTime() ?? 0) + 1
  const stepMs = Math.ceil((to - from) / most)
  const starts = Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, index) => from + index * stepMs)
  const positions = await lastOfEach(db, period, starts, stepMs)
  return { positions: positions.map(answerOf), total, thinnedToMs: stepMs }
}

/** The last position of each stretch that has one. */
async function lastOfEach(
  db: Database,
  { asset, endDate }: HistoryPeriod,
  starts: readonly number[],
  stepMs: number,
): Promise<PositionRow[]> {
  const found: PositionRow[] = []
  const end = endDate === undefined ? Infinity : Date.parse(endDate)
  for (let index = 0; index < starts.length; index += SEARCHES_AT_A_TIME) {
    const searches = starts.slice(index, index + SEARCHES_AT_A_TIME).map((start) => {
      const stretch = { asset, startDate: isoOf(start), endDate: isoOf(Math.min(start + stepMs, end)) }
      return findPositions(db, stretch, { first: 'newest', most: 1 })
    })
    found.push(...(await Promise.all(searches)).flat())
  }
  return found
}

const isoOf = (time: number): string => new Date(time).toISOString()

const answerOf = ({ time, mapId, fullPath, x, y }: PositionRow): TrailPosition => ({
  time: time.toISOString(),
  mapId,
  fullPath,
  x,
  y,
})
