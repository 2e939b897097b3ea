import { type UrlSchema, urlChoice, urlText, useUrlState } from '../../lib/url-state.ts'
import type { PlaceFilter } from './place-rows.ts'

interface HierarchyView {
  readonly filter: PlaceFilter
  readonly search: string
}

const schema: UrlSchema<HierarchyView> = {
  filter: urlChoice('show', ['all', 'no-map', 'unmapped']),
  search: urlText('search'),
}

/** Returns the view of the hierarchy page, kept in the address. */
export function useHierarchyView() {
  const [view, change] = useUrlState(schema)
  const set = (part: Partial<HierarchyView>): void => change(part, { replace: true })
  return {
    ...view,
    setSearch: (search: string) => set({ search }),
    setFilter: (filter: PlaceFilter) => set({ filter }),
    reset: () => set({ search: '', filter: 'all' }),
  }
}
