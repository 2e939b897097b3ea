import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '../../lib/live/index.ts'
import { KEYS } from '../../lib/queries.ts'

/** A device may report every second; its histories are read again at most this often. Milliseconds. */
const AT_MOST_EVERY_MS = 3_000

/** Reads the histories of an asset again after live events brought something for them. */
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
