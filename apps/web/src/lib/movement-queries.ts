import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Visit } from '@wardtrack/contracts'
import { api } from './api.ts'
import { type DateRange, isLimited, rangeQuery, rangeText } from './date-range.ts'
import { KEYS } from './queries.ts'

/** Asset and period of requested movements. */
export interface MovementQuestion {
  readonly assetType: string
  readonly assetId: string
  readonly range: DateRange
}

const periodOf = (range: DateRange) => (isLimited(range) ? { createdAt: rangeQuery(range, Date.now()) } : {})

/** Query for the visits of an asset, newest first, in pages. It is refetched together with the location history. */
export const visitsQuery = ({ assetType, assetId, range }: MovementQuestion) =>
  infiniteQueryOptions({
    queryKey: [KEYS.locationHistory, assetType, assetId, 'visits', rangeText(range)],
    queryFn: ({ pageParam, signal }) => {
      const period = { ...rangeQuery(range, Date.now()), ...(pageParam ? { endDate: pageParam } : {}) }
      return api.call('getVisits', { body: { assetType, assetId, createdAt: period }, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => joinedVisits(pages.map(({ visits }) => visits)),
  })

/**
 * Joins pages of visits. A visit cut off at the end of a page continues as the first of the next; both become one.
 */
function joinedVisits(pages: readonly (readonly Visit[])[]): readonly Visit[] {
  const joined: Visit[] = []
  for (const visits of pages)
    for (const [index, visit] of visits.entries()) {
      const newer = joined.at(-1)
      if (index > 0 || !newer?.arrivedEarlier || visit.leftAt !== null) joined.push(visit)
      else {
        const { arrivedAt, arrivedEarlier } = visit
        const positions = newer.positions + visit.positions
        joined[joined.length - 1] = { ...newer, arrivedAt, arrivedEarlier, positions }
      }
    }
  return joined
}

/** Query for how long an asset had each state. It is refetched together with the status history. */
export const stateStretchesQuery = ({ assetType, assetId, range }: MovementQuestion) =>
  queryOptions({
    queryKey: [KEYS.statusHistory, assetType, assetId, 'stretches', rangeText(range)],
    queryFn: ({ signal }) =>
      api.call('deviceStateStretches', { body: { assetType, assetId, ...periodOf(range) }, signal }),
  })

/**
 * Query for the positions of an asset in a period, oldest first. It is refetched together with the location history.
 */
export const trailQuery = ({ assetType, assetId, range }: MovementQuestion) =>
  queryOptions({
    queryKey: [KEYS.locationHistory, assetType, assetId, 'trail', rangeText(range)],
    queryFn: ({ signal }) =>
      api.call('getTrail', { body: { assetType, assetId, ...periodOf(range) }, signal }),
  })
