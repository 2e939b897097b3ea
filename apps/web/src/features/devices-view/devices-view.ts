import type { Sorting } from '../../lib/sorting.ts'
import { type UrlField, type UrlSchema, urlChoice, urlNumber, urlText } from '../../lib/url-state.ts'
import { type FilterValues, filterCriteria, urlFilters } from '../../ui/filters/index.ts'

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

const isDefault = ({ sortField, sortDirection }: Sorting): boolean =>
  sortField === DEFAULT_SORTING.sortField && sortDirection === DEFAULT_SORTING.sortDirection

const urlSorting: UrlField<Sorting> = {
  name: 'sort',
  read: (text) => {
    const found = /^(-?)([A-Za-z][\w.]*)$/.exec(text ?? '')
    return found?.[2] ? { sortField: found[2], sortDirection: found[1] ? -1 : 1 } : DEFAULT_SORTING
  },
  write: (chosen) =>
    isDefault(chosen) ? '' : `${chosen.sortDirection === -1 ? '-' : ''}${chosen.sortField}`,
}

/** The view as the address holds it. */
export const DEVICES_VIEW: UrlSchema<DevicesView> = {
  view: urlChoice('view', ['cards', 'map']),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', PAGE_SIZES[0], PAGE_SIZES),
  search: urlText('search'),
  sorting: urlSorting,
  filters: urlFilters('filter'),
}

type ListedBy = Pick<DevicesView, 'search' | 'sorting' | 'filters'>

/** Criteria of the card list: Equipment always, the filters, the upper-cased search from two characters on, the sorting. */
export const deviceCriteria = (
  { search, sorting, filters }: ListedBy,
  now: number,
): Record<string, unknown>[] => [
  { AssetType: 'Equipment' },
  ...filterCriteria(filters, now),
  ...(search.length >= SEARCH_FROM ? [{ search: search.toUpperCase() }] : []),
  ...(isDefault(sorting) ? [] : [{ sort: [sorting] }]),
]
