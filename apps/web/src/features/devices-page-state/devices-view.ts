import { isSameSorting, type Sorting, urlSorting } from '../../lib/sorting.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText } from '../../lib/url-state.ts'
import { type FilterValues, filterCriteria, isTexts, urlFilters } from '../../ui/filters/index.ts'

/** Default order of the list. */
export const DEFAULT_SORTING: Sorting = { sortField: 'Fields.AssetName', sortDirection: 1 }

/** Filters, order and page of the devices page, kept in the address to be shared and restored by Back. */
export interface DevicesView {
  readonly view: 'cards' | 'map'
  /** One-based. */
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly sorting: Sorting
  readonly filters: FilterValues
}

/** Numbers of cards per page. */
export const PAGE_SIZES = [9, 12, 15] as const
/** Minimum length of a search text. */
export const SEARCH_FROM = 2

/** Fields of the address for the view. */
export const DEVICES_VIEW: UrlSchema<DevicesView> = {
  view: urlChoice('view', ['cards', 'map']),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', PAGE_SIZES[0], PAGE_SIZES),
  search: urlText('search'),
  sorting: urlSorting('sort', DEFAULT_SORTING),
  filters: urlFilters('filter'),
}

type ListedBy = Pick<DevicesView, 'search' | 'sorting' | 'filters'>

/** Asset type of the page without a type filter. */
export const DEFAULT_TYPE = 'Equipment'

/** Splits the filters into the listed asset types and all others. */
export function splitType({ AssetType: type, ...otherFilters }: FilterValues): {
  readonly types: readonly string[]
  readonly otherFilters: FilterValues
} {
  return { types: isTexts(type) && type.length > 0 ? type : [DEFAULT_TYPE], otherFilters }
}

/**
 * Returns the criteria of the card list: asset type (Equipment by default), filters, upper-case search from two
 * characters on, sort order.
 */
export const deviceCriteria = (
  { search, sorting, filters }: ListedBy,
  now: number,
): Record<string, unknown>[] => {
  const { types, otherFilters } = splitType(filters)
  return [
    { AssetType: types.length === 1 ? types[0] : types },
    ...filterCriteria(otherFilters, now),
    ...(search.length >= SEARCH_FROM ? [{ search: search.toUpperCase() }] : []),
    ...(isSameSorting(sorting, DEFAULT_SORTING) ? [] : [{ sort: [sorting] }]),
  ]
}
