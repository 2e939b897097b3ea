import type { ResponseOf, TrailPosition } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import { findPositions, type HistoryPeriod, type PositionRow, periodFilter } from './position-rows.ts'

/** Maximum number of concurrent store queries per answer. */
const SEARCHES_AT_A_TIME = 16

/** Positions of a period, oldest first, with the number stored and the thinning applied. */
export type Trail = ResponseOf<'getTrail'>

/**
 * Returns at most `most` positions of an asset in a period, oldest first. If there are more, the time from first to
 * last is divided into `most` equal slices, and the last position of each slice is taken. The index finds each of
 * them, so the cost does not depend on the number of stored positions.
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

/** Returns the last position of each slice that has one. */
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
