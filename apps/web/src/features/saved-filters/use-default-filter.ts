import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { FilterValues } from '../../ui/filters/index.ts'
import { valuesOf } from './filter-conditions.ts'
import { savedFiltersQuery } from './saved-filters.query.ts'

interface DefaultFilterOptions {
  /** Route of the page. */
  readonly page: string
  /** True if the address has filters, which take precedence over the default. */
  readonly isSet: boolean
  /** Asset type of the page without a type filter. */
  readonly defaultType?: string
  readonly onValues: (values: FilterValues) => void
}

/** Applies a user's default filter when a page is opened without filters; only once, so that it can be removed. */
export function useDefaultFilter({ page, isSet, defaultType, onValues }: DefaultFilterOptions): void {
  // Only the initial address counts: removing the last filter must not restore the default.
  const isSettled = useRef(isSet)
  const { data } = useQuery({ ...savedFiltersQuery(page), enabled: !isSet })
  const apply = useEffectEvent((values: FilterValues) => onValues(values))
  useEffect(() => {
    if (isSet) isSettled.current = true
    if (!data || isSettled.current) return
    isSettled.current = true
    const filter = data.find(({ isDefault }) => isDefault)
    if (filter) apply(valuesOf(filter, defaultType))
  }, [data, isSet, defaultType])
}
