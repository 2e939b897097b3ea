import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { mapInfoQuery, planQuery } from '../map-canvas/index.ts'
import { type FloorMap, floorMapsQuery, type MapAssetsFilter } from './assets-map.query.ts'
import type { MapScope } from './map-scope.ts'

const schema = { mapId: urlText('map') }

/**
 * Returns the maps that have matching assets, and the open one. The choice is kept in the address.
 * @param types types counted for each map; undefined for all. Every map stays in its place.
 */
export function useFloorMaps(scope: MapScope, search: string, types?: readonly string[]) {
  const maps = useQuery(floorMapsQuery({ scope, search }))
  const counts = useCounts({ scope, search, types })
  const [{ mapId: named }, change] = useUrlState(schema)
  // Other parts of the page may rewrite the address without the map; the floor then stays open.
  const [last, setLast] = useState(named)
  useEffect(() => {
    if (named) setLast(named)
  }, [named])
  const wanted = named || last
  const list = useMemo(
    (): readonly FloorMap[] =>
      (maps.data ?? []).map((map) => (counts ? { ...map, count: counts.get(map.mapId) ?? 0 } : map)),
    [maps.data, counts],
  )
  const index = Math.max(
    0,
    list.findIndex(({ mapId }) => mapId === wanted),
  )
  const open = list[index]
  usePrefetched([list[index - 1], list[index + 1]])

  const choose = (mapId: string): void => change({ mapId })
  const goToMap = (step: -1 | 1): void => {
    const next = list[index + step]
    if (next) choose(next.mapId)
  }
  return { maps, list, index, open, choose, goToMap }
}

/** Returns the number of assets of the given types on each map; undefined if all types count, or while unknown. */
function useCounts(question: MapAssetsFilter): ReadonlyMap<string, number> | undefined {
  const { types } = question
  // An empty list would request every type.
  const { data } = useQuery({ ...floorMapsQuery(question), enabled: types !== undefined && types.length > 0 })
  return useMemo(() => {
    if (!types) return undefined
    if (types.length === 0) return new Map<string, number>()
    return data && new Map(data.map(({ mapId, count }) => [mapId, count]))
  }, [types, data])
}

/** Prefetches the plans next to the open one, so that changing the map does not wait. */
function usePrefetched(neighbours: readonly (FloorMap | undefined)[]): void {
  const client = useQueryClient()
  const ids = neighbours.flatMap((neighbour) => (neighbour ? [neighbour.mapId] : [])).join('\n')
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const mapId of ids.split('\n').filter(Boolean)) {
        void client.prefetchQuery(mapInfoQuery(mapId))
        void client.prefetchQuery(planQuery(mapId))
      }
    }, 1_500)
    return () => clearTimeout(timer)
  }, [client, ids])
}
