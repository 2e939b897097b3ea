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
  type MapQuestion,
  type PointersOnMap,
  pointersQuery,
} from './assets-map.query.ts'
import { LiveFloor } from './live-floor.ts'
import { concerns, type MapSubject } from './map-subject.ts'
import { mergePointers, patchPointers } from './patch-pointers.ts'
import { PendingFetches } from './pending-fetches.ts'

/** Names, links, whether an asset is active and whether it has an open alert are in no event: those are read anew. */
function invalidates(live: LiveEvent, subject: MapSubject, mapId: string): boolean {
  if (live.event === 'asset.changed') return concerns(subject, live.data.AssetType)
  return live.event === 'geofence.alert' && live.data.LinkedLocation.mapId === mapId
}

/** The assets of a map, read every 50 s and moved by live events in between. */
export function useLivePointers(mapId: string | undefined, { subject, search }: MapQuestion) {
  const question = useMemo((): MapQuestion => ({ subject, search }), [subject, search])
  const client = useQueryClient()
  const query = useQuery({ ...pointersQuery(mapId ?? '', question), enabled: mapId !== undefined })
  const [readAgain] = useState(() => createInvalidator(client))
  const [arrivals] = useState(() => new PendingFetches())
  const floor = useMemo(
    () => new LiveFloor(client, pointersQuery(mapId ?? '', question).queryKey),
    [client, mapId, question],
  )
  useEffect(
    () => () => {
      arrivals.clear()
      floor.flush()
    },
    [arrivals, floor],
  )

  const ask = async (keys: readonly string[]): Promise<void> => {
    if (mapId === undefined) return
    // What cannot be asked for now comes with the next reading of the whole map.
    const fetched = await fetchPointers(mapId, question, keys).catch(() => undefined)
    if (!fetched) return
    const found = new Set(fetched.map(assetKey))
    arrivals.reject(keys.filter((key) => !found.has(key)))
    if (found.size === 0) return
    readAgain(floorMapsKey(subject))
    floor.flush()
    patchQueries<PointersOnMap>(client, pointersQuery(mapId, question).queryKey, (known) => ({
      ...known,
      pointers: mergePointers(known.pointers, fetched),
    }))
  }

  useLiveEvents((events) => {
    const before = floor.latest
    if (mapId === undefined || !before) return
    const next = patchPointers(mapId, subject, before, events)
    if (next.pointers !== before) floor.move(next.pointers)
    arrivals.add(next.arrived, (keys) => void ask(keys))
    if (next.left) readAgain(floorMapsKey(subject))
    if (events.some((each) => invalidates(each, subject, mapId))) readAgain([KEYS.maps, 'pointers', mapId])
  })
  return { query, floor }
}
