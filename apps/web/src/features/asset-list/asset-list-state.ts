import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { isSameSorting, type Sorting, urlSorting } from '../../lib/sorting.ts'
import { type UrlSchema, urlNumber } from '../../lib/url-state.ts'
import { type FilterValues, filterCriteria, urlFilters } from '../../ui/filters/index.ts'

/** Page sizes to choose from. */
export const PAGE_SIZES = [5, 10, 15] as const
const DEFAULT_SIZE = 10
const DEFAULT_SORTING: Sorting = { sortField: 'AssetType', sortDirection: 1 }

/** Filters, order and page of the asset list, kept in the address. */
export interface AssetListState {
  readonly page: number
  readonly pageSize: number
  readonly sorting: Sorting
  readonly filters: FilterValues
}

/** Fields of the address for the state. */
export const ASSET_LIST_STATE: UrlSchema<AssetListState> = {
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', DEFAULT_SIZE, PAGE_SIZES),
  sorting: urlSorting('sort', DEFAULT_SORTING),
  filters: urlFilters('filter'),
}

/** Returns the criteria of the list, without its order. */
export const listCriteria = ({ filters }: Pick<AssetListState, 'filters'>, now: number) =>
  filterCriteria(filters, now)

/** Returns the criteria with the order, for an export of all rows. */
export const sortedCriteria = (state: Pick<AssetListState, 'filters' | 'sorting'>, now: number) => [
  ...listCriteria(state, now),
  ...(isSameSorting(state.sorting, DEFAULT_SORTING) ? [] : [{ sort: [state.sorting] }]),
]

/** Fields of an asset that the columns show. */
export type ListedAsset = Pick<
  Asset,
  '_id' | 'AssetType' | 'AssetId' | 'AssetStatus' | 'Fields' | 'Claim' | 'MissingReport'
>

/** Returns the key of an asset in calls that change its status. */
export const keyOf = ({ AssetType, AssetId }: Pick<ListedAsset, 'AssetType' | 'AssetId'>): string =>
  `${AssetType}:${AssetId}`

const PROJECTION = ['AssetStatus', 'Fields.AssetName', 'Fields.PrimaryCategory', 'Claim', 'MissingReport']

/** Query for a page of the list. */
export const assetTableQuery = (criteria: Record<string, unknown>[], page: number, pagesize: number) =>
  queryOptions({
    queryKey: [KEYS.assetTable, criteria, page, pagesize],
    queryFn: async ({ signal }) => {
      const body = { page, pagesize, projection: PROJECTION, query: criteria }
      const { data, count, ...limits } = await api.call('assetsList', { body, signal })
      return { assets: data as ListedAsset[], count, limits, readAt: Date.now() }
    },
    placeholderData: keepPreviousData,
  })

/** Query for the number of assets of a list with a status. */
export const statusCountQuery = (
  criteria: readonly Record<string, unknown>[],
  status: 'active' | 'inactive',
) =>
  queryOptions({
    queryKey: [KEYS.assetTable, 'count', criteria, status],
    queryFn: async ({ signal }) => {
      const query = [...criteria, { AssetStatus: status }]
      const body = { page: 1, pagesize: 1, projection: ['AssetStatus'], query }
      return (await api.call('assetsList', { body, signal })).count
    },
    staleTime: 0,
  })
