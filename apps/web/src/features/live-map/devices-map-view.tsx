import type { FilterValues } from '../../ui/filters/index.ts'
import { DEFAULT_TYPE, splitType } from '../devices-page-state/index.ts'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import { ALL_ASSETS, DEVICES, useFilteredScope } from './map-scope.ts'

interface DevicesMapViewProps {
  /** The dashboard's search text; under two characters it does not search. */
  readonly search: string
  readonly filters?: FilterValues
  /** Takes search and filters away, where nothing meets them. */
  readonly onShowAll?: () => void
}

const NONE: FilterValues = {}

/**
 * The devices that match a search and the filters, on their floors. Equipment tells its state by its markers; where a
 * filter names other types, those are told apart by them.
 */
export function DevicesMapView({ search, filters = NONE, onShowAll }: DevicesMapViewProps) {
  const { types, otherFilters } = splitType(filters)
  const ofDevices = types.join() === DEFAULT_TYPE
  const scope = useFilteredScope(ofDevices ? DEVICES : ALL_ASSETS, ofDevices ? otherFilters : filters)
  return <AssetsOnFloors scope={scope} search={search} onShowAll={onShowAll} />
}
