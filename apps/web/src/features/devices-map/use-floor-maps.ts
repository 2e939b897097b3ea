import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { mapInfoQuery, planQuery } from '../floor-map/index.ts'
import { type FloorMap, floorMapsQuery } from './devices-map.query.ts'

const parameter = 'map'

/** The maps that hold matching devices, and which of them is open. The choice lives in the address. */
export function useFloorMaps(search: string) {
  const maps = useQuery(floorMapsQuery(search))
  const [query, setQuery] = useSearchParams()
  const named = query.get(parameter)
  // Other parts of the page may rewrite the address without knowing of maps: the floor stays.
  const [last, setLast] = useState(named)
  useEffect(() => {
    if (named) setLast(named)
  }, [named])
  const wanted = named ?? last
  const list: readonly FloorMap[] = maps.data ?? []
  const index = Math.max(
    0,
    list.findIndex(({ mapId }) => mapId === wanted),
  )
  const open = list[index]
  usePrefetched([list[index - 1], list[index + 1]])

  const choose = (mapId: string): void => {
    setQuery((old) => {
      const next = new URLSearchParams(old)
      next.set(parameter, mapId)
      return next
    })
  }
  const turn = (step: -1 | 1): void => {
    const next = list[index + step]
    if (next) choose(next.mapId)
  }
  return { maps, list, index, open, choose, turn }
}

/** Reads the plans next to the open one ahead, so that turning the page does not wait. */
function usePrefetched(neighbours: readonly (FloorMap | undefined)[]): void {
  const client = useQueryClient()
  const ids = neighbours.flatMap((each) => (each ? [each.mapId] : [])).join('\n')
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
