import { useSearchParams } from 'react-router'
import type { PlaceFilter } from './place-rows.ts'

const filterOf = (text: string | null): PlaceFilter =>
  text === 'no-map' || text === 'unmapped' ? text : 'all'

/** What the hierarchy page shows, as its address says. */
export function useHierarchyView() {
  const [query, setQuery] = useSearchParams()
  const set = (name: string, value: string): void =>
    setQuery(
      (old) => {
        const next = new URLSearchParams(old)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    search: query.get('search')?.slice(0, 200) ?? '',
    filter: filterOf(query.get('show')),
    setSearch: (search: string) => set('search', search),
    setFilter: (filter: PlaceFilter) => set('show', filter === 'all' ? '' : filter),
    reset: () => setQuery({}, { replace: true }),
  }
}
