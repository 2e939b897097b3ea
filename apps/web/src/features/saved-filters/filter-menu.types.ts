import type { FilterValues } from '../../ui/filters/index.ts'

/** A filter that everybody has: `All Clinicians`. */
export interface QuickFilter {
  readonly label: string
  readonly values: FilterValues
}

export interface FilterMenuProps {
  /** Route of the page that the filters belong to. */
  readonly page: string
  /** Asset type that the page lists when no filter names one. */
  readonly defaultType?: string
  /** The first one takes every filter off. */
  readonly quickFilters: readonly QuickFilter[]
  readonly values: FilterValues
  readonly onValues: (values: FilterValues) => void
}
