import type { FilterValues } from '../../ui/filters/index.ts'
import { DEFAULT_TYPE, splitType } from '../devices-page-state/index.ts'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import { ALL_ASSETS, DEVICES, useFilteredScope } from './map-scope.ts'

interface DevicesMapViewProps {
  /** Search text of the page, ignored under two characters. */
  readonly search: string
  readonly filters?: FilterValues
  /** Removes search and filters, if no asset matches. */
  readonly onShowAll?: () => void
}

const NONE: FilterValues = {}

/**
 * Devices that match a search and the filters, on their floors. The markers of equipment show its state. If a filter
 * names other types, the markers show the type.
 */
export function DevicesMapView({ search, filters = NONE, onShowAll }: DevicesMapViewProps) {
  const { types, otherFilters } = splitType(filters)
  const ofDevices = types.join() === DEFAULT_TYPE
  const scope = useFilteredScope(ofDevices ? DEVICES : ALL_ASSETS, ofDevices ? otherFilters : filters)
  return <AssetsOnFloors scope={scope} search={search} onShowAll={onShowAll} />
}
