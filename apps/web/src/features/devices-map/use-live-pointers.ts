import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLiveEvents } from '../../lib/live/index.ts'
import { createInvalidator } from '../../lib/live/invalidator.ts'
import { KEYS } from '../../lib/queries.ts'
import { Arrivals } from './arrivals.ts'
import { fetchPointers, type PointersOnMap, pointersQuery } from './devices-map.query.ts'
import { mergePointers, patchPointers } from './patch-pointers.ts'

/** The devices of a map, read every 50 s and moved by live events in between. */
export function useLivePointers(mapId: string | undefined, search: string) {
  const client = useQueryClient()
  const query = pointersQuery(mapId ?? '', search)
  const pointers = useQuery({ ...query, enabled: mapId !== undefined })
  const [readAgain] = useState(() => createInvalidator(client))
  const [arrivals] = useState(() => new Arrivals())
  useEffect(() => () => arrivals.clear(), [arrivals, mapId, search])

  const ask = async (ids: readonly string[]): Promise<void> => {
    if (mapId === undefined) return
    // What cannot be asked for now comes with the next reading of the whole map.
    const fetched = await fetchPointers(mapId, search, ids).catch(() => undefined)
    if (!fetched) return
    const found = new Set(fetched.map(({ AssetId }) => AssetId))
    arrivals.refuse(ids.filter((id) => !found.has(id)))
    if (found.size === 0) return
    readAgain([KEYS.maps, 'with-devices'])
    client.setQueryData<PointersOnMap>(query.queryKey, (old) =>
      old ? { ...old, pointers: mergePointers(old.pointers, fetched) } : old,
    )
  }

  useLiveEvents((events) => {
    const old = client.getQueryData<PointersOnMap>(query.queryKey)
    if (mapId === undefined || !old) return
    const next = patchPointers(mapId, old.pointers, events)
    if (next.pointers !== old.pointers)
      client.setQueryData<PointersOnMap>(query.queryKey, { ...old, pointers: next.pointers })
    arrivals.add(next.arrived, (ids) => void ask(ids))
    if (next.left) readAgain([KEYS.maps, 'with-devices'])
    // Names, links and whether a device is active are not in the events: those are read anew.
    if (events.some((each) => each.event === 'asset.changed' && each.data.AssetType === 'Equipment'))
      readAgain([KEYS.maps, 'pointers', mapId])
  })
  return pointers
}
