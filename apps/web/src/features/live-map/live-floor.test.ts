import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PointersOnMap } from './assets-map.query.ts'
import { LiveFloor, readEveryMs } from './live-floor.ts'
import { PendingFetches } from './pending-fetches.ts'
import { samplePointer } from './testing/sample-pointers.ts'

const key = ['maps', 'pointers', 'm1', '']
const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`
const standing = (id: string, x: number, second: number) =>
  samplePointer(id, { xCenterPoint: x, time: at(second) })

function opened(...pointers: ReturnType<typeof samplePointer>[]) {
  const client = new QueryClient()
  const read = (next: ReturnType<typeof samplePointer>[]) =>
    client.setQueryData<PointersOnMap>(key, { pointers: next, truncated: false })
  read(pointers)
  const places = () =>
    client
      .getQueryData<PointersOnMap>(key)
      ?.pointers.map(({ AssetId, CurrentLocation }) => [AssetId, CurrentLocation.xCenterPoint])
  return { floor: new LiveFloor(client, key), read, places }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the devices between live stream and cache', () => {
  it('are told about at once, and written a little later, once', () => {
    const { floor, places } = opened(standing('a', 1, 1))
    const listener = vi.fn()
    floor.onMove(listener)
    floor.move([standing('a', 2, 2)])
    floor.move([standing('a', 3, 3)])
    expect(listener).toHaveBeenCalledTimes(2)
    expect(floor.latest?.[0]?.CurrentLocation.xCenterPoint).toBe(3)
    expect(places()).toEqual([['a', 1]])
    vi.advanceTimersByTime(readEveryMs)
    expect(places()).toEqual([['a', 3]])
  })

  it('keep newer positions over a reading that came in between, and what that reading brought', () => {
    const { floor, read, places } = opened(standing('a', 1, 1))
    floor.move([standing('a', 3, 3)])
    read([standing('a', 2, 2), standing('b', 9, 2)])
    floor.flush()
    expect(places()).toEqual([
      ['a', 3],
      ['b', 9],
    ])
  })

  it('are no longer reported to an unsubscribed listener, and nothing is written twice', () => {
    const { floor, read, places } = opened(standing('a', 1, 1))
    const listener = vi.fn()
    floor.onMove(listener)()
    floor.move([standing('a', 2, 2)])
    floor.flush()
    read([standing('a', 5, 5)])
    vi.advanceTimersByTime(10 * readEveryMs)
    expect(listener).not.toHaveBeenCalled()
    expect(places()).toEqual([['a', 5]])
  })

  it('do not exist before they have been read', () => {
    const floor = new LiveFloor(new QueryClient(), key)
    floor.move([standing('a', 1, 1)])
    expect(floor.latest).toBeUndefined()
  })
})

describe('pendingFetches', () => {
  it('are asked for together, each once', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.add(['a'], ask)
    pendingFetches.add(['b', 'a'], ask)
    vi.advanceTimersByTime(500)
    expect(ask.mock.calls).toEqual([[['a', 'b']]])
  })

  it('that do not match are not asked for again until the map has been read anew', () => {
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

  it('are asked for in lists no longer than criteria may hold', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.add(
      Array.from({ length: 700 }, (_, i) => `d${i}`),
      ask,
    )
    vi.advanceTimersByTime(1_000)
    expect(ask.mock.calls.map(([ids]) => (ids as string[]).length)).toEqual([500, 200])
  })

  it('of another map are forgotten', () => {
    const pendingFetches = new PendingFetches()
    const ask = vi.fn()
    pendingFetches.add(['a'], ask)
    pendingFetches.clear()
    vi.advanceTimersByTime(1_000)
    expect(ask).not.toHaveBeenCalled()
  })
})
