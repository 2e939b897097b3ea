import { queryOptions } from '@tanstack/react-query'
import type { CriteriaBody, ResponseOf } from '@wardtrack/contracts'
import { compareFloors } from '@wardtrack/contracts/floor-order'
import { api } from './api.ts'
import { scopeOfCriteria } from './live/live-scope.ts'
import { REFRESH_MS } from './periodic-refresh.ts'
import { KEYS } from './queries.ts'

type FloorMap = ResponseOf<'getfilterMap'>[number]

/**
 * Sorts maps by building, the lowest floor first, and adds the building to names that several floors have:
 * `Tower F · Floor 1`.
 */
export function inFloorOrder(maps: readonly FloorMap[]): FloorMap[] {
  const names = maps.map(({ name }) => name)
  return maps.toSorted(compareFloors).map((map) => {
    const building = map.place?.at(-2)
    const isShared = names.indexOf(map.name) !== names.lastIndexOf(map.name)
    return building && isShared ? { ...map, name: `${building} · ${map.name}` } : map
  })
}

/** Query for the maps that have matching assets, by building, the lowest floor first, with the number of assets on each. */
export const floorsQuery = (criteria: CriteriaBody) =>
  queryOptions({
    queryKey: [KEYS.maps, 'floors', criteria],
    queryFn: async ({ signal }) => inFloorOrder(await api.call('getfilterMap', { body: criteria, signal })),
    meta: { refreshMs: REFRESH_MS, liveScope: scopeOfCriteria(criteria, ['CurrentLocation.mapId']) },
  })
