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

/**
 * Time in milliseconds during which arrivals are collected: well below the second in which a device must be visible.
 */
const batchDelayMs = 120
/** Maximum number of ids that one list in criteria may contain. */
const maxIdsPerRequest = 500
/**
 * Time in milliseconds during which ids without a match are not requested again; the whole map is refetched by then.
 */
const unmatchedForMs = 50_000

/** Collects assets that arrived on the open map and are unknown there, so that one request fetches many. */
export class PendingFetches {
  readonly #waiting = new Set<string>()
  readonly #unmatchedAt = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Schedules `fetchAssets` with the ids that were not requested recently. */
  add(ids: readonly string[], fetchAssets: (ids: readonly string[]) => void): void {
    const now = Date.now()
    for (const id of ids) {
      if (now - (this.#unmatchedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= unmatchedForMs)
        this.#waiting.add(id)
    }
    if (this.#waiting.size === 0 || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const due = [...this.#waiting].slice(0, maxIdsPerRequest)
      for (const id of due) this.#waiting.delete(id)
      fetchAssets(due)
      this.add([], fetchAssets)
    }, batchDelayMs)
  }

  /** Marks ids that do not match the search, so that their moves request nothing for a while. */
  reject(ids: readonly string[]): void {
    for (const id of ids) this.#unmatchedAt.set(id, Date.now())
  }

  /** Drops all pending ids, for another map or another search. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.clear()
    this.#unmatchedAt.clear()
  }
}

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
