import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PointersOnMap } from './assets-map.query.ts'
import { cacheWriteMs, LivePointers } from './live-pointers.ts'
import { DEVICES } from './map-scope.ts'
import type { PointerChange } from './patch-pointers.ts'
import { moved, samplePointer } from './testing/sample-pointers.ts'
import { PendingFetches } from './use-live-pointers.ts'

const queryKey = ['maps', 'pointers', 'm1', '']
const source = { queryKey, mapId: 'm1', scope: DEVICES }
const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`
const locationEvent = (id: string, x: number, second: number) =>
  samplePointer(id, { xCenterPoint: x, time: at(second) })

function opened(...pointers: ReturnType<typeof samplePointer>[]) {
  const client = new QueryClient()
  const read = (next: ReturnType<typeof samplePointer>[]) =>
    client.setQueryData<PointersOnMap>(queryKey, { pointers: next, truncated: false })
  read(pointers)
  const places = () =>
    client
      .getQueryData<PointersOnMap>(queryKey)
      ?.pointers.map(({ AssetId, CurrentLocation }) => [AssetId, CurrentLocation.xCenterPoint])
  return { live: new LivePointers(client, source), read, places }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('assets between live stream and cache', () => {
  it('are reported immediately, and written a little later, once', () => {
    const { live, places } = opened(locationEvent('a', 1, 1))
    const listener = vi.fn()
    live.onChange(listener)
    live.apply([moved('a', { xCenterPoint: 2, time: at(2) })])
    live.apply([moved('a', { xCenterPoint: 3, time: at(3) })])
    expect(listener).toHaveBeenCalledTimes(2)
    expect(live.latest?.[0]?.CurrentLocation.xCenterPoint).toBe(3)
    expect(places()).toEqual([['a', 1]])
    vi.advanceTimersByTime(cacheWriteMs)
    expect(places()).toEqual([['a', 3]])
  })

  it('keep newer positions after a fetch in between, and keep the fetched data', () => {
    const { live, read, places } = opened(locationEvent('a', 1, 1))
    live.apply([moved('a', { xCenterPoint: 3, time: at(3) })])
    read([locationEvent('a', 2, 2), locationEvent('b', 9, 2)])
    live.flush()
    expect(places()).toEqual([
      ['a', 3],
      ['b', 9],
    ])
  })

  it('are not reported to an unsubscribed listener, and not written twice', () => {
    const { live, read, places } = opened(locationEvent('a', 1, 1))
    const listener = vi.fn()
    live.onChange(listener)()
    live.apply([moved('a', { xCenterPoint: 2, time: at(2) })])
    live.flush()
    read([locationEvent('a', 5, 5)])
    vi.advanceTimersByTime(10 * cacheWriteMs)
    expect(listener).not.toHaveBeenCalled()
    expect(places()).toEqual([['a', 5]])
  })

  it('are reported as the changes of a batch, and recognised as written to the cache', () => {
    const { live, read } = opened(
      locationEvent('a', 1, 1),
      locationEvent('b', 1, 1),
      locationEvent('c', 1, 1),
    )
    const listener = vi.fn()
    live.onChange(listener)
    const [a, b] = [moved('a', { xCenterPoint: 2, time: at(2) }), moved('b', { mapId: 'm2', time: at(2) })]
    live.apply([a, b, moved('z', { time: at(2) })])
    const [change] = listener.mock.lastCall as [PointerChange]
    expect(
      change.changed.map(({ pointer }) => [pointer.AssetId, pointer.CurrentLocation.xCenterPoint]),
    ).toEqual([['a', 2]])
    expect(change.removedKeys).toEqual(['Equipment:b'])
    expect(change.arrivedKeys).toEqual(['Equipment:z'])
    live.flush()
    expect(live.latest?.map(({ AssetId }) => AssetId)).toEqual(['a', 'c'])
    expect(live.hasWritten(live.latest ?? [])).toBe(true)
    read([locationEvent('a', 5, 5)])
    expect(live.hasWritten(live.latest ?? [])).toBe(false)
  })

  it('are not reported if a batch changes nothing', () => {
    const { live } = opened(locationEvent('a', 5, 5))
    const listener = vi.fn()
    live.onChange(listener)
    live.apply([moved('a', { xCenterPoint: 2, time: at(2) }), moved('z', { mapId: 'm2', time: at(2) })])
    expect(listener).not.toHaveBeenCalled()
  })

  it('do not exist before the first fetch', () => {
    const live = new LivePointers(new QueryClient(), source)
    live.apply([moved('a', { xCenterPoint: 1, time: at(1) })])
    expect(live.latest).toBeUndefined()
  })
})

describe('pendingFetches', () => {
  it('are requested together, each once', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.add(['a'], ask)
    pendingFetches.add(['b', 'a'], ask)
    vi.advanceTimersByTime(500)
    expect(ask.mock.calls).toEqual([[['a', 'b']]])
  })

  it('are requested again after a mismatch only when the map was refetched', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.reject(['a'])
    pendingFetches.add(['a'], ask)
    vi.advanceTimersByTime(49_000)
    expect(ask).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    pendingFetches.add(['a'], ask)
    vi.advanceTimersByTime(500)
    expect(ask).toHaveBeenCalledExactlyOnceWith(['a'])
  })

  it('are split into lists that criteria may contain', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.add(
      Array.from({ length: 700 }, (_, i) => `d${i}`),
      ask,
    )
    vi.advanceTimersByTime(1_000)
    expect(ask.mock.calls.map(([ids]) => (ids as string[]).length)).toEqual([500, 200])
  })

  it('are forgotten on another map', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.add(['a'], ask)
    pendingFetches.clear()
    vi.advanceTimersByTime(1_000)
    expect(ask).not.toHaveBeenCalled()
  })
})
