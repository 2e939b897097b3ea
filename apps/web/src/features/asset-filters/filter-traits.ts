import type { FilterField } from '../../ui/filters/index.ts'

/** How the filters of a page differ from those of a list of assets. */
export interface FilterTraits {
  /** The period is chosen elsewhere on the page: the form and the chips leave it alone. */
  readonly hasPeriod?: boolean
  /** Filters can be chosen and not saved: those of another page are offered. */
  readonly isReadOnly?: boolean
  /** Fields in the place of the asset's location: the places of a movement, geofences. */
  readonly placeFields?: readonly FilterField[]
}

/** Model of the period that a page is about. */
export const PERIOD_MODEL = 'createdAt'
