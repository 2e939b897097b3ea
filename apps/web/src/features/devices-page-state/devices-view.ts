import { isSameSorting, type Sorting, urlSorting } from '../../lib/sorting.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText } from '../../lib/url-state.ts'
import { type FilterValues, filterCriteria, isTexts, urlFilters } from '../../ui/filters/index.ts'

/** Order of the list when nobody chose one. */
export const DEFAULT_SORTING: Sorting = { sortField: 'Fields.AssetName', sortDirection: 1 }

/** What the devices page shows; it lives in the address, so that it can be shared and gone back to. */
export interface DevicesView {
  readonly view: 'cards' | 'map'
  /** One-based. */
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly sorting: Sorting
  readonly filters: FilterValues
}

/** Cards on a page. */
export const PAGE_SIZES = [9, 12, 15] as const
/** Shorter texts do not search. */
export const SEARCH_FROM = 2

/** The view as the address holds it. */
export const DEVICES_VIEW: UrlSchema<DevicesView> = {
  view: urlChoice('view', ['cards', 'map']),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', PAGE_SIZES[0], PAGE_SIZES),
  search: urlText('search'),
  sorting: urlSorting('sort', DEFAULT_SORTING),
  filters: urlFilters('filter'),
}

type ListedBy = Pick<DevicesView, 'search' | 'sorting' | 'filters'>

/** The asset type that the page lists when no filter names one. */
export const DEFAULT_TYPE = 'Equipment'

/** The asset types that are listed, and what else the filters ask for. */
export function splitType({ AssetType: type, ...otherFilters }: FilterValues): {
  readonly types: readonly string[]
  readonly otherFilters: FilterValues
} {
  return { types: isTexts(type) && type.length > 0 ? type : [DEFAULT_TYPE], otherFilters }
}

/** Criteria of the card list: the asset type, Equipment unless a filter names another, the filters, the upper-cased search from two characters on, the sorting. */
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
