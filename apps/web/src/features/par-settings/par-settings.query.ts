import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Search and page of the PAR levels; `page` is one-based. */
export interface ParLevelsView {
  readonly search: string
  readonly page: number
  readonly pageSize: number
}

/** Query for a page of the PAR levels, by unit and category. */
export const parLevelsQuery = ({ search, page, pageSize }: ParLevelsView) =>
  queryOptions({
    queryKey: [KEYS.parLevels, search, page, pageSize],
    queryFn: ({ signal }) => api.call('parLevels', { query: { page, pagesize: pageSize, search }, signal }),
    placeholderData: keepPreviousData,
  })

/** Query for places that can have a level, by words of their path. */
export const parPlacesQuery = (search: string) =>
  queryOptions({
    queryKey: [KEYS.parLevels, 'places', search],
    queryFn: async ({ signal }) =>
      (await api.call('parLevelPlaces', { query: { search, items: 50 }, signal })).places,
    placeholderData: keepPreviousData,
  })
