import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Shorter texts are not searched for on the server. */
export const SEARCH_FROM = 2
/** Longer ones are cut: no name is as long. */
export const LONGEST_TEXT = 200
/** Assets that are shown. */
const MOST_ASSETS = 5

/** Answers may name patients: what nobody looks at any more goes soon. Milliseconds. */
const FORGOTTEN_AFTER_MS = 60_000

const shared = { placeholderData: keepPreviousData, gcTime: FORGOTTEN_AFTER_MS, meta: { quiet: true } }

/** The first assets of any type that a text finds, and how many there are. */
export const foundAssetsQuery = (text: string) =>
  queryOptions({
    ...shared,
    queryKey: [KEYS.search, 'assets', text],
    queryFn: ({ signal }) =>
      api.call('assetsFilter', {
        query: { page: 1, pagesize: MOST_ASSETS },
        body: { search: text.toUpperCase() },
        signal,
      }),
  })

/** The first places, geofences and alerts that a text finds. */
export const foundLocationsQuery = (text: string) =>
  queryOptions({
    ...shared,
    queryKey: [KEYS.search, 'locations', text],
    queryFn: ({ signal }) => api.call('searchLocations', { body: { text }, signal }),
  })
