import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLiveEvents } from '../../lib/live/index.ts'
import { createInvalidator } from '../../lib/live/invalidator.ts'
import { KEYS } from '../../lib/queries.ts'
import { Arrivals } from './arrivals.ts'
import { fetchPointers, type PointersOnMap, pointersQuery } from './devices-map.query.ts'
import { LiveFloor } from './live-floor.ts'
import { mergePointers, patchPointers } from './patch-pointers.ts'

/** The devices of a map, read every 50 s and moved by live events in between. */
export function useLivePointers(mapId: string | undefined, search: string) {
  const client = useQueryClient()
  const query = useQuery({ ...pointersQuery(mapId ?? '', search), enabled: mapId !== undefined })
  const [readAgain] = useState(() => createInvalidator(client))
  const [arrivals] = useState(() => new Arrivals())
  const floor = useMemo(
    () => new LiveFloor(client, pointersQuery(mapId ?? '', search).queryKey),
    [client, mapId, search],
  )
  useEffect(
    () => () => {
      arrivals.clear()
      floor.flush()
    },
    [arrivals, floor],
  )

  const ask = async (ids: readonly string[]): Promise<void> => {
    if (mapId === undefined) return
    // What cannot be asked for now comes with the next reading of the whole map.
    const fetched = await fetchPointers(mapId, search, ids).catch(() => undefined)
    if (!fetched) return
    const found = new Set(fetched.map(({ AssetId }) => AssetId))
    arrivals.refuse(ids.filter((id) => !found.has(id)))
    if (found.size === 0) return
    readAgain([KEYS.maps, 'with-devices'])
    floor.flush()
    client.setQueryData<PointersOnMap>(pointersQuery(mapId, search).queryKey, (old) =>
      old ? { ...old, pointers: mergePointers(old.pointers, fetched) } : old,
    )
  }

  useLiveEvents((events) => {
    const before = floor.latest
    if (mapId === undefined || !before) return
    const next = patchPointers(mapId, before, events)
    if (next.pointers !== before) floor.move(next.pointers)
    arrivals.add(next.arrived, (ids) => void ask(ids))
    if (next.left) readAgain([KEYS.maps, 'with-devices'])
    // Names, links and whether a device is active are not in the events: those are read anew.
    if (events.some((each) => each.event === 'asset.changed' && each.data.AssetType === 'Equipment'))
      readAgain([KEYS.maps, 'pointers', mapId])
  })
  return { query, floor }
}
