import {
  type Database,
  type LocationHistoryDoc,
  type Types,
  timeCondition,
  trusted,
} from '@wardtrack/database'

/** What is read of a position to say where an asset was. */
export type PositionRow = Pick<
  LocationHistoryDoc,
  '_id' | 'time' | 'receivedAt' | 'mapId' | 'fullPath' | 'x' | 'y'
>
/** A stretch of the history of one asset: ISO 8601, the end exclusive. */
export type HistoryPeriod = {
  readonly asset: Types.ObjectId
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

const POSITION_MEMBERS = { time: 1, receivedAt: 1, mapId: 1, fullPath: 1, x: 1, y: 1 }

/** The filter of a period of an asset's history, which its index serves. */
export function periodFilter({ asset, startDate, endDate }: HistoryPeriod) {
  const time = timeCondition({ startDate, endDate })
  return { asset, ...(time ? { time: trusted(time) } : {}) }
}

/** Positions of a period, so many at most, from its end or its beginning on. */
export const findPositions = (
  { models }: Database,
  period: HistoryPeriod,
  { first, most }: { first: 'newest' | 'oldest'; most: number },
): PromiseLike<PositionRow[]> =>
  models.locationHistory
    .find<PositionRow>(periodFilter(period))
    .select(POSITION_MEMBERS)
    .sort({ time: first === 'newest' ? -1 : 1 })
    .limit(most)

/**
 * One position for each moment, in the order of the rows. Providers may report the same moment with different places:
 * what was received first counts, as it does for where an asset is now.
 */
export function oneForEachMoment(rows: readonly PositionRow[]): PositionRow[] {
  const byMoment = new Map<number, PositionRow>()
  for (const row of rows) {
    const known = byMoment.get(row.time.getTime())
    if (!known || isReceivedBefore(row, known)) byMoment.set(row.time.getTime(), row)
  }
  return [...byMoment.values()]
}

const isReceivedBefore = (a: PositionRow, b: PositionRow): boolean => {
  const difference = a.receivedAt.getTime() - b.receivedAt.getTime()
  return difference === 0 ? a._id < b._id : difference < 0
}
