import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Minimum length of a text that is searched on the server. */
export const SEARCH_FROM = 2
/** Maximum length; longer texts are cut, because no name is that long. */
export const MAX_TEXT_LENGTH = 200
/** Number of assets shown. */
const MAX_ASSETS = 5

/** In milliseconds. Results may name patients, so unused results are dropped soon. */
const FORGOTTEN_AFTER_MS = 60_000

const shared = { placeholderData: keepPreviousData, gcTime: FORGOTTEN_AFTER_MS, meta: { quiet: true } }

/** Query for the first assets of any type that match a text, and their total. */
export const foundAssetsQuery = (text: string) =>
  queryOptions({
    ...shared,
    queryKey: [KEYS.search, 'assets', text],
    queryFn: ({ signal }) =>
      api.call('assetsFilter', {
        query: { page: 1, pagesize: MAX_ASSETS },
        body: { search: text.toUpperCase() },
        signal,
      }),
  })

/** Query for the first places, geofences and alerts that match a text. */
export const foundLocationsQuery = (text: string) =>
  queryOptions({
    ...shared,
    queryKey: [KEYS.search, 'locations', text],
    queryFn: ({ signal }) => api.call('searchLocations', { body: { text }, signal }),
  })
