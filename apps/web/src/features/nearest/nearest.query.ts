import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { StartPoint } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Refetch interval in milliseconds, because positions change all the time. */
const REFRESH_MS = 15_000
/** Values of status events that decide whether equipment is available. */
const liveScope = {
  assetTypes: ['Equipment'],
  paths: ['Fields.DeviceStatus', 'Fields.InfusionStatus', 'Fields.BatteryLevel'],
}

/** Category and start of the search. */
export interface NearestQuestion {
  readonly category: string
  readonly start: StartPoint
  readonly seenWithinMinutes: number
}

/** Query for the categories of equipment, with the number of each. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.nearest, 'categories'],
    queryFn: async ({ signal }) => (await api.call('nearestCategories', { signal })).categories,
    staleTime: 60_000,
  })

/** Query for places by words of their paths. Places chosen before and places near the last one come first. */
export const nearestPlacesQuery = (search: string, recent: readonly string[]) =>
  queryOptions({
    queryKey: [KEYS.nearest, 'places', search, recent],
    queryFn: async ({ signal }) => {
      const likely = recent[0] === undefined ? {} : { near: recent[0], recent: recent.join('\n') }
      return (await api.call('nearestPlaces', { query: { search, ...likely }, signal })).places
    },
    placeholderData: keepPreviousData,
  })

/** Query for available equipment, the nearest first. */
export const nearestAssetsQuery = (question: NearestQuestion) =>
  queryOptions({
    queryKey: [KEYS.nearest, 'assets', question],
    queryFn: ({ signal }) => api.call('nearestAssets', { body: question, signal }),
    meta: { refreshMs: REFRESH_MS, liveScope },
  })

/** Query for the route to one piece of equipment. */
export const nearestRouteQuery = (start: StartPoint, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.nearest, 'route', start, assetId],
    queryFn: ({ signal }) => api.call('nearestRoute', { body: { start, assetId }, signal }),
    meta: { refreshMs: REFRESH_MS },
  })
