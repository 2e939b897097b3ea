import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { StartPoint } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Positions change all the time: what is shown is read again this often. Milliseconds. */
const REFRESH_MS = 15_000
/** What decides whether equipment can be fetched, as status events tell it. */
const liveScope = {
  assetTypes: ['Equipment'],
  paths: ['Fields.DeviceStatus', 'Fields.InfusionStatus', 'Fields.BatteryLevel'],
}

/** What is looked for, and from where. */
export interface NearestQuestion {
  readonly category: string
  readonly start: StartPoint
  readonly seenWithinMinutes: number
}

/** The categories of equipment, with how many there are of each. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: [KEYS.nearest, 'categories'],
    queryFn: async ({ signal }) => (await api.call('nearestCategories', { signal })).categories,
    staleTime: 60_000,
  })

/** Places by the words of their paths; before others those that were chosen before, and those near the last one. */
export const nearestPlacesQuery = (search: string, recent: readonly string[]) =>
  queryOptions({
    queryKey: [KEYS.nearest, 'places', search, recent],
    queryFn: async ({ signal }) => {
      const likely = recent[0] === undefined ? {} : { near: recent[0], recent: recent.join('\n') }
      return (await api.call('nearestPlaces', { query: { search, ...likely }, signal })).places
    },
    placeholderData: keepPreviousData,
  })

/** What can be fetched, the nearest first. */
export const nearestAssetsQuery = (question: NearestQuestion) =>
  queryOptions({
    queryKey: [KEYS.nearest, 'assets', question],
    queryFn: ({ signal }) => api.call('nearestAssets', { body: question, signal }),
    meta: { refreshMs: REFRESH_MS, liveScope },
  })

/** The way to one piece of equipment. */
export const nearestRouteQuery = (start: StartPoint, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.nearest, 'route', start, assetId],
    queryFn: ({ signal }) => api.call('nearestRoute', { body: { start, assetId }, signal }),
    meta: { refreshMs: REFRESH_MS },
  })
