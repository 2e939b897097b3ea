import type { FilterField } from '../../ui/filters/index.ts'

/** Differences between a page's filters and those of an asset list. */
export interface FilterTraits {
  /** True if the period is chosen elsewhere on the page; form and chips ignore it. */
  readonly hasPeriod?: boolean
  /** True if filters can be chosen but not saved; the saved filters of another page are offered. */
  readonly isReadOnly?: boolean
  /** Fields that replace the asset's location, such as places of a movement, or geofences. */
  readonly placeFields?: readonly FilterField[]
}

/** Model of a page's period. */
export const PERIOD_MODEL = 'createdAt'
