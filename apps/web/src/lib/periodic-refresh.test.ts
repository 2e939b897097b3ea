import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { LiveEvent } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { samplePump } from '../testing/sample-assets.ts'
import { patchCaches } from './live/apply-live-events.ts'
import { startPeriodicRefresh } from './periodic-refresh.ts'
import { type AssetPage, assetListQuery } from './queries.ts'

const moved = (): LiveEvent => ({
  event: 'asset.location',
  data: {
    AssetType: 'Equipment',
    AssetId: 'IP-0412',
    CurrentLocation: { ...samplePump().CurrentLocation!, time: new Date().toISOString() },
  },
})

/** Shows a list and counts its fetches. */
function shownList() {
  const client = new QueryClient()
  const read = vi.fn(
    async (): Promise<AssetPage> => ({
      assets: [samplePump()],
      maxAssets: 1,
      readAt: Date.now(),
    }),
  )
  const query = { ...assetListQuery([{ AssetType: 'Equipment' }], 1, 9), queryFn: read }
  const unsubscribe = new QueryObserver(client, query).subscribe(() => undefined)
  const stop = startPeriodicRefresh(client)
  return {
    client,
    read,
    end: () => {
      stop()
      unsubscribe()
      client.clear()
    },
  }
}

describe('the periodic refresh', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('refetches a list every 50 s while live events arrive', async () => {
    const { client, read, end } = shownList()
    await vi.advanceTimersByTimeAsync(0)
    expect(read).toHaveBeenCalledTimes(1)
    for (let second = 0; second < 118; second += 1) {
      patchCaches(client, [moved()])
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(read).toHaveBeenCalledTimes(3)
    end()
  })

  it('waits while the tab is hidden and refetches when it is visible again', async () => {
    const { read, end } = shownList()
    await vi.advanceTimersByTimeAsync(0)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await vi.advanceTimersByTimeAsync(200_000)
    expect(read).toHaveBeenCalledTimes(1)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(read).toHaveBeenCalledTimes(2)
    end()
  })

  it('retries a list that failed, but not earlier', async () => {
    const { read, end } = shownList()
    read.mockRejectedValueOnce(new Error('out of reach'))
    await vi.advanceTimersByTimeAsync(20_000)
    const readCount = read.mock.calls.length
    await vi.advanceTimersByTimeAsync(50_000)
    expect(read.mock.calls.length).toBeGreaterThan(readCount)
    end()
  })
})
