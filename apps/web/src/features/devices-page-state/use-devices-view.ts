import { nextSorting } from '../../lib/sorting.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { DEVICES_VIEW, type DevicesView } from './devices-view.ts'

/** The view of the devices page and the ways to change it. Typing replaces the history entry, choosing adds one. */
export function useDevicesView() {
  const [view, change] = useUrlState(DEVICES_VIEW)
  return {
    ...view,
    setView: (next: DevicesView['view']) => change({ view: next }),
    setPage: (page: number, pageSize: number) =>
      change({ page: pageSize === view.pageSize ? page : 1, pageSize }),
    setSearch: (search: string) => change({ search, page: 1 }, { replace: true }),
    setFilters: (filters: DevicesView['filters']) => change({ filters, page: 1 }),
    /** What the page is opened with: it makes no entry in the history. */
    openWith: (filters: DevicesView['filters']) => change({ filters }, { replace: true }),
    /** Takes off what leaves devices out. */
    showAll: () => change({ search: '', filters: {}, page: 1 }),
    sortBy: (column: string) => change({ sorting: nextSorting(view.sorting, column), page: 1 }),
    toPage: (page: number) => change({ page }, { replace: true }),
  }
}
