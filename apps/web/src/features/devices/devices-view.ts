import type { Sorting } from '../../lib/sorting.ts'

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
}

/** Cards on a page (1 §9). */
export const PAGE_SIZES = [9, 12, 15] as const
/** Shorter texts do not search (1 §4). */
export const SEARCH_FROM = 2

const wholeFrom = (text: string | null, fallback: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 ? number : fallback
}

const readSorting = (text: string | null): Sorting => {
  const found = /^(-?)([A-Za-z][\w.]*)$/.exec(text ?? '')
  return found?.[2] ? { sortField: found[2], sortDirection: found[1] ? -1 : 1 } : DEFAULT_SORTING
}

/** Reads the view out of an address's query; anything it cannot read is the default. */
export function readDevicesView(query: URLSearchParams): DevicesView {
  const size = wholeFrom(query.get('size'), PAGE_SIZES[0])
  return {
    view: query.get('view') === 'map' ? 'map' : 'cards',
    page: wholeFrom(query.get('page'), 1),
    pageSize: PAGE_SIZES.some((each) => each === size) ? size : PAGE_SIZES[0],
    search: query.get('search')?.slice(0, 200) ?? '',
    sorting: readSorting(query.get('sort')),
  }
}

const isDefault = ({ sortField, sortDirection }: Sorting): boolean =>
  sortField === DEFAULT_SORTING.sortField && sortDirection === DEFAULT_SORTING.sortDirection

const OWN = new Set(['view', 'page', 'size', 'search', 'sort'])

/**
 * Writes a view as an address's query; what is the default is left out.
 * @param before the query so far: what others keep in it (the open floor) stays
 */
export function writeDevicesView(view: DevicesView, before = new URLSearchParams()): URLSearchParams {
  const query = new URLSearchParams([...before].filter(([name]) => !OWN.has(name)))
  if (view.view === 'map') query.set('view', 'map')
  if (view.page > 1) query.set('page', String(view.page))
  if (view.pageSize !== PAGE_SIZES[0]) query.set('size', String(view.pageSize))
  if (view.search) query.set('search', view.search)
  const { sortField, sortDirection } = view.sorting
  if (!isDefault(view.sorting)) query.set('sort', `${sortDirection === -1 ? '-' : ''}${sortField}`)
  return query
}

/** Criteria of the card list: Equipment always, the upper-cased search from two characters on, the sorting. */
export function deviceCriteria(search: string, sorting: Sorting): Record<string, unknown>[] {
  return [
    { AssetType: 'Equipment' },
    ...(search.length >= SEARCH_FROM ? [{ search: search.toUpperCase() }] : []),
    ...(isDefault(sorting) ? [] : [{ sort: [sorting] }]),
  ]
}
