import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@wardtrack/contracts'
import { useEffect, useMemo, useState } from 'react'
import { useLiveEvents } from '../../lib/live/index.ts'
import { createInvalidator } from '../../lib/live/invalidator.ts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { patchQueries } from '../../lib/live/patch-query.ts'
import { KEYS } from '../../lib/queries.ts'
import {
  fetchPointers,
  floorMapsKey,
  type MapAssetsFilter,
  type PointersOnMap,
  pointersQuery,
} from './assets-map.query.ts'
import { LiveFloor } from './live-floor.ts'
import { includesAssetType, type MapScope } from './map-scope.ts'
import { mergePointers, patchPointers } from './patch-pointers.ts'
import { PendingFetches } from './pending-fetches.ts'

/** Names, links, whether an asset is active and whether it has an open alert are in no event: those are read anew. */
function invalidates(live: LiveEvent, scope: MapScope, mapId: string): boolean {
  if (live.event === 'asset.changed') return includesAssetType(scope, live.data.AssetType)
  return live.event === 'geofence.alert' && live.data.LinkedLocation.mapId === mapId
}

/** The assets of a map, read every 50 s and moved by live events in between. */
export function useLivePointers(mapId: string | undefined, { scope, search }: MapAssetsFilter) {
  const question = useMemo((): MapAssetsFilter => ({ scope, search }), [scope, search])
  const client = useQueryClient()
  const query = useQuery({ ...pointersQuery(mapId ?? '', question), enabled: mapId !== undefined })
  const [readAgain] = useState(() => createInvalidator(client))
  const [pendingFetches] = useState(() => new PendingFetches())
  const floor = useMemo(
    () => new LiveFloor(client, pointersQuery(mapId ?? '', question).queryKey),
    [client, mapId, question],
  )
  useEffect(
    () => () => {
      pendingFetches.clear()
      floor.flush()
    },
    [pendingFetches, floor],
  )

  const fetchArrived = async (keys: readonly string[]): Promise<void> => {
    if (mapId === undefined) return
    // What cannot be asked for now comes with the next reading of the whole map.
    const fetched = await fetchPointers(mapId, question, keys).catch(() => undefined)
    if (!fetched) return
    const found = new Set(fetched.map(assetKey))
    pendingFetches.reject(keys.filter((key) => !found.has(key)))
    if (found.size === 0) return
    readAgain(floorMapsKey(scope))
    floor.flush()
    patchQueries<PointersOnMap>(client, pointersQuery(mapId, question).queryKey, (known) => ({
      ...known,
      pointers: mergePointers(known.pointers, fetched),
    }))
  }

  useLiveEvents((events) => {
    const before = floor.latest
    if (mapId === undefined || !before) return
    const next = patchPointers(mapId, scope, before, events)
    if (next.pointers !== before) floor.move(next.pointers)
    pendingFetches.add(next.arrivedKeys, (keys) => void fetchArrived(keys))
    if (next.hasDepartures) readAgain(floorMapsKey(scope))
    if (events.some((each) => invalidates(each, scope, mapId))) readAgain([KEYS.maps, 'pointers', mapId])
  })
  return { query, floor }
}
