import { useSearchParams } from 'react-router'
import { nextSorting } from '../../lib/sorting.ts'
import { type DevicesView, readDevicesView, writeDevicesView } from './devices-view.ts'

/** The view of the devices page and the ways to change it. Typing replaces the history entry, choosing adds one. */
export function useDevicesView() {
  const [query, setQuery] = useSearchParams()
  const view = readDevicesView(query)
  const change = (part: Partial<DevicesView>, replace = false): void =>
    setQuery(writeDevicesView({ ...view, ...part }, query), { replace })
  return {
    ...view,
    setView: (next: DevicesView['view']) => change({ view: next }),
    setPage: (page: number, pageSize: number) =>
      change({ page: pageSize === view.pageSize ? page : 1, pageSize }),
    setSearch: (search: string) => change({ search, page: 1 }, true),
    sortBy: (column: string) => change({ sorting: nextSorting(view.sorting, column), page: 1 }),
    toPage: (page: number) => change({ page }, true),
  }
}
