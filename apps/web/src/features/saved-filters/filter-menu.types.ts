import type { FilterValues } from '../../ui/filters/index.ts'

/** A built-in filter: `All Clinicians`. */
export interface QuickFilter {
  readonly label: string
  readonly values: FilterValues
}

export interface FilterMenuProps {
  /** Route of the page that the filters belong to. */
  readonly page: string
  /** Asset type of the page without a type filter. */
  readonly defaultType?: string
  /** Quick filters; the first one removes every filter. */
  readonly quickFilters: readonly QuickFilter[]
  readonly values: FilterValues
  readonly onValues: (values: FilterValues) => void
}
