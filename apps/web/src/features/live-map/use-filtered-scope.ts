import { useMemo } from 'react'
import { type FilterValues, filterCriteria } from '../../ui/filters/index.ts'
import { useNow } from '../../ui/use-now.ts'
import type { MapScope } from './map-scope.ts'

/** A scope narrowed by filters. A period moves along with now: it is the same scope until its beginning changes. */
export function useFilteredScope(scope: MapScope, filters: FilterValues): MapScope {
  const criteria = JSON.stringify(filterCriteria(filters, useNow()))
  return useMemo((): MapScope => {
    const conditions = JSON.parse(criteria) as Record<string, unknown>[]
    return conditions.length === 0 ? scope : { ...scope, conditions }
  }, [scope, criteria])
}
