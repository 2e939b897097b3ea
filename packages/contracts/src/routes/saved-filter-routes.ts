import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const lists = { service: 'api', access: pages(PAGE_SETS.ASSETS) } as const
/** Addresses of the calls of saved filters. */
export const savedFilterRoutes = {
  getFiltersForUser: { ...lists, method: 'GET', path: '/filters/getFiltersForUser' },
  createFilter: { ...lists, method: 'POST', path: '/filters/create' },
  deleteFilter: { ...lists, method: 'GET', path: '/filters/delete/{filterId}' },
  updateFilter: { ...lists, method: 'POST', path: '/filters/update/{filterId}' },
} as const satisfies Record<string, RouteSpec>
