import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Visit } from '@wardtrack/contracts'
import { api } from './api.ts'
import { type DateRange, isLimited, rangeQuery, rangeText } from './date-range.ts'
import { KEYS } from './queries.ts'

/** Whose movements are asked for, and when they were. */
export interface MovementQuestion {
  readonly assetType: string
  readonly assetId: string
  readonly range: DateRange
}

const periodOf = (range: DateRange) => (isLimited(range) ? { createdAt: rangeQuery(range, Date.now()) } : {})

/** Where an asset stayed, newest first, a page after another. It is read again together with the location history. */
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

/** A visit that one answer did not read to its beginning goes on as the first of the next: both become one. */
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

/** Which state an asset had how long. It is read again together with the status history. */
export const stateStretchesQuery = ({ assetType, assetId, range }: MovementQuestion) =>
  queryOptions({
    queryKey: [KEYS.statusHistory, assetType, assetId, 'stretches', rangeText(range)],
    queryFn: ({ signal }) =>
      api.call('deviceStateStretches', { body: { assetType, assetId, ...periodOf(range) }, signal }),
  })

/** Positions of an asset in a period, oldest first. It is read again together with the location history. */
export const trailQuery = ({ assetType, assetId, range }: MovementQuestion) =>
  queryOptions({
    queryKey: [KEYS.locationHistory, assetType, assetId, 'trail', rangeText(range)],
    queryFn: ({ signal }) =>
      api.call('getTrail', { body: { assetType, assetId, ...periodOf(range) }, signal }),
  })
