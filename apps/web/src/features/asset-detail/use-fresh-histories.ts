import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '../../lib/live/index.ts'
import { KEYS } from '../../lib/queries.ts'

/** Minimum interval between refetches in milliseconds, because a device may report every second. */
const AT_MOST_EVERY_MS = 3_000

/** Refetches the histories of an asset after live events about it. */
export function useFreshHistories(assetType: string, assetId: string): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((events) => {
    const concerned = events.some(
      (event) =>
        (event.event === 'asset.location' || event.event === 'asset.status') &&
        event.data.AssetType === assetType &&
        event.data.AssetId === assetId,
    )
    if (!concerned || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      for (const key of [KEYS.locationHistory, KEYS.statusHistory])
        void client.invalidateQueries({ queryKey: [key, assetType, assetId] })
    }, AT_MOST_EVERY_MS)
  })
}
