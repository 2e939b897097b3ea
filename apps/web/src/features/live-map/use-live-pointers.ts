import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@wardtrack/contracts'
import { useEffect, useMemo, useState } from 'react'
import { useLiveEvents } from '../../lib/live/index.ts'
import { createInvalidator } from '../../lib/live/invalidator.ts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { KEYS } from '../../lib/queries.ts'
import { fetchPointers, floorMapsKey, type MapAssetsFilter, pointersQuery } from './assets-map.query.ts'
import { LivePointers } from './live-pointers.ts'
import { includesAssetType, type MapScope } from './map-scope.ts'
import { PendingFetches } from './pending-fetches.ts'

/**
 * Returns true if an event requires a refetch. Names, links, activation and open alerts are not contained in events.
 */
function invalidates({ event, data }: LiveEvent, scope: MapScope, mapId: string): boolean {
  if (event === 'asset.changed') return includesAssetType(scope, data.AssetType)
  return event === 'geofence.alert' && data.LinkedLocation.mapId === mapId
}

/** Returns the assets of a map, fetched every 50 s and moved by live events in between. */
export function useLivePointers(mapId: string | undefined, { scope, search }: MapAssetsFilter) {
  const question = useMemo((): MapAssetsFilter => ({ scope, search }), [scope, search])
  const client = useQueryClient()
  const query = useQuery({ ...pointersQuery(mapId ?? '', question), enabled: mapId !== undefined })
  const [invalidate] = useState(() => createInvalidator(client))
  const [pendingFetches] = useState(() => new PendingFetches())
  const live = useMemo(
    () =>
      new LivePointers(client, {
        queryKey: pointersQuery(mapId ?? '', question).queryKey,
        mapId: mapId ?? '',
        scope,
      }),
    [client, mapId, question, scope],
  )
  useEffect(
    () => () => {
      pendingFetches.clear()
      live.flush()
    },
    [pendingFetches, live],
  )

  const fetchArrived = async (keys: readonly string[]): Promise<void> => {
    if (mapId === undefined) return
    // Assets that cannot be fetched now come with the next fetch of the whole map.
    const fetched = await fetchPointers(mapId, question, keys).catch(() => undefined)
    if (!fetched) return
    const found = new Set(fetched.map(assetKey))
    pendingFetches.reject(keys.filter((key) => !found.has(key)))
    if (found.size === 0) return
    invalidate(floorMapsKey(scope))
    live.merge(fetched)
  }

  useLiveEvents((events) => {
    const change = live.apply(events)
    if (mapId === undefined || !change) return
    pendingFetches.add(change.arrivedKeys, (keys) => void fetchArrived(keys))
    if (change.removedKeys.length > 0) invalidate(floorMapsKey(scope))
    if (events.some((event) => invalidates(event, scope, mapId))) invalidate([KEYS.maps, 'pointers', mapId])
  })
  return { query, live }
}
