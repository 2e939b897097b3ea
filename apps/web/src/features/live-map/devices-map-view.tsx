import { useMemo } from 'react'
import { type FilterValues, filterCriteria } from '../../ui/filters/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import { DEVICES, type MapScope } from './map-scope.ts'

interface DevicesMapViewProps {
  /** The dashboard's search text; under two characters it does not search. */
  readonly search: string
  readonly filters?: FilterValues
}

const NONE: FilterValues = {}

/** The devices that match a search and the filters, on their floors. */
export function DevicesMapView({ search, filters = NONE }: DevicesMapViewProps) {
  // A period moves along with now: it is the same question until its beginning changes.
  const criteria = JSON.stringify(filterCriteria(filters, useNow()))
  const scope = useMemo((): MapScope => {
    const conditions = JSON.parse(criteria) as Record<string, unknown>[]
    return conditions.length === 0 ? DEVICES : { ...DEVICES, conditions }
  }, [criteria])
  return <AssetsOnFloors scope={scope} search={search} />
}
