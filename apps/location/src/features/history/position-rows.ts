import {
  type Database,
  type LocationHistoryDoc,
  type Types,
  timeCondition,
  trusted,
} from '@wardtrack/database'

/** Fields of a position that the past places of an asset need. */
export type PositionRow = Pick<
  LocationHistoryDoc,
  '_id' | 'time' | 'receivedAt' | 'mapId' | 'hierarchyId' | 'fullPath' | 'x' | 'y'
>
/** A period of the history of one asset: ISO 8601, the end exclusive. */
export type HistoryPeriod = {
  readonly asset: Types.ObjectId
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

const POSITION_MEMBERS = { time: 1, receivedAt: 1, mapId: 1, hierarchyId: 1, fullPath: 1, x: 1, y: 1 }

/** Returns the filter for a period of an asset's history, which its index serves. */
export function periodFilter({ asset, startDate, endDate }: HistoryPeriod) {
  const time = timeCondition({ startDate, endDate })
  return { asset, ...(time ? { time: trusted(time) } : {}) }
}

/** Returns at most a given number of positions of a period, from its end or from its beginning. */
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
 * Returns one position per moment, in the order of the rows. Providers may report different places for one moment:
 * the position received first is used, as for the current place.
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
