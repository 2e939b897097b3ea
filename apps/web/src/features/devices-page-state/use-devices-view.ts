import { nextSorting } from '../../lib/sorting.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { DEVICES_VIEW, type DevicesView } from './devices-view.ts'

/**
 * Returns the view of the devices page and the functions that change it. Typing replaces the history entry, choosing
 * adds one.
 */
export function useDevicesView() {
  const [view, change] = useUrlState(DEVICES_VIEW)
  return {
    ...view,
    setView: (next: DevicesView['view']) => change({ view: next }),
    setPage: (page: number, pageSize: number) =>
      change({ page: pageSize === view.pageSize ? page : 1, pageSize }),
    setSearch: (search: string) => change({ search, page: 1 }, { replace: true }),
    setFilters: (filters: DevicesView['filters']) => change({ filters, page: 1 }),
    /** Applies the initial filters of the page without a history entry. */
    openWith: (filters: DevicesView['filters']) => change({ filters }, { replace: true }),
    /** Removes all conditions that hide devices. */
    showAll: () => change({ search: '', filters: {}, page: 1 }),
    sortBy: (column: string) => change({ sorting: nextSorting(view.sorting, column), page: 1 }),
    toPage: (page: number) => change({ page }, { replace: true }),
  }
}
