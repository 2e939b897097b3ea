import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { FilterValues } from '../../ui/filters/index.ts'
import { valuesOf } from './filter-conditions.ts'
import { savedFiltersQuery } from './saved-filters.query.ts'

interface DefaultFilterOptions {
  /** Route of the page. */
  readonly page: string
  /** The address already says what is listed: it wins over the default. */
  readonly isSet: boolean
  /** Asset type that the page lists when no filter names one. */
  readonly defaultType?: string
  readonly onValues: (values: FilterValues) => void
}

/** Applies a person's default filter when a page is opened without any; once, so that it can be taken off. */
export function useDefaultFilter({ page, isSet, defaultType, onValues }: DefaultFilterOptions): void {
  // What the page was opened with counts: taking the last filter off is no reason to bring the default back.
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
