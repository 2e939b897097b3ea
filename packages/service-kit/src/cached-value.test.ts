import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CachedValueOptions, type CacheMode, cachedValue } from './cached-value.ts'
import { createEventBus } from './event-bus.ts'
import { BUS_GAP } from './local-bus.ts'

type Topics = { changed: { what: string }; other: string }

const log = pino({ level: 'silent' })
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const advance = (ms: number) => vi.advanceTimersByTime(ms)

/** Creates a cached number that counts its loads. */
function counted(more: Partial<CachedValueOptions<number, Topics>> & { cacheMode?: CacheMode } = {}) {
  const bus = createEventBus<Topics>({ log })
  let loads = 0
  const { cacheMode = 'local', ...options } = more
  const value = cachedValue<number, Topics>(
    { bus, cacheMode },
    {
      load: async () => ++loads,
      invalidateOn: { changed: ({ what }) => what === 'mine' },
      ...options,
    },
  )
  return { bus, value, loads: () => loads }
}

/** Creates a load that the test answers by hand. */
function heldLoad() {
  const pending: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const load = (): Promise<number> => new Promise((resolve, reject) => pending.push({ resolve, reject }))
  return { load, pending }
}

describe('a cached value', () => {
  test('is loaded once for all readers and is available without waiting afterwards', async () => {
    const { value, loads } = counted()
    expect(value.current()).toBeUndefined()
    expect(await Promise.all([value.read(), value.read()])).toEqual([1, 1])
    expect([await value.read(), value.current(), loads()]).toEqual([1, 1, 1])
  })

  test('is loaded again after a relevant change on its topic, and after a gap', async () => {
    const { bus, value } = counted()
    await value.read()
    bus.publish('changed', { what: 'another' })
    bus.publish('other', 'mine')
    expect(await value.read()).toBe(1)
    bus.publish('changed', { what: 'mine' })
    expect(value.current()).toBeUndefined()
    expect(await value.read()).toBe(2)
    bus.publish(BUS_GAP, {})
    expect(await value.read()).toBe(3)
    expect(await value.reload()).toBe(4)
    value.close()
    bus.publish(BUS_GAP, {})
    expect(await value.read()).toBe(4)
  })

  test('is not kept when it changed during its load', async () => {
    const { load, pending } = heldLoad()
    const { bus, value } = counted({ load })
    const early = value.read()
    bus.publish('changed', { what: 'mine' })
    const late = value.read()
    pending[1]?.resolve(2)
    pending[0]?.resolve(1)
    expect([await early, await late, await value.read()]).toEqual([1, 2, 2])
  })

  test('is loaded again after a failure, which every reader of that load receives', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('out of reach')).mockResolvedValue(7)
    const { value } = counted({ load })
    const readers = [value.read(), value.read()]
    for (const reader of readers) await expect(reader).rejects.toThrow('out of reach')
    expect(await value.read()).toBe(7)
  })

  test('is loaded from the previous value unless a change was published since', async () => {
    const load = vi.fn(async (previous: number | undefined) => (previous ?? 0) + 10)
    const { bus, value } = counted({ load, maxAgeMs: 1_000 })
    await value.read()
    advance(1_000)
    expect(await value.read()).toBe(20)
    const reading = value.reload()
    bus.publish('changed', { what: 'mine' })
    expect([await reading, await value.read()]).toEqual([30, 10])
  })
})

describe('age', () => {
  test('is refreshed once in the background in the second half of its life', async () => {
    const { value, loads } = counted({ maxAgeMs: 1_000 })
    await value.read()
    advance(499)
    expect([await value.read(), loads()]).toEqual([1, 1])
    advance(1)
    expect([value.current(), value.current(), loads()]).toEqual([1, 1, 2])
    await vi.waitFor(() => expect(value.current()).toBe(2), { timeout: 20_000 })
    expect(loads()).toBe(2)
  })

  test('makes readers wait for a new value when it is too old', async () => {
    const { value } = counted({ maxAgeMs: 1_000 })
    await value.read()
    advance(1_000)
    expect(value.current()).toBeUndefined()
    expect(await value.read()).toBe(2)
  })

  test('keeps the value after a failed refresh until it is too old', async () => {
    const load = vi.fn().mockResolvedValueOnce(1).mockRejectedValue(new Error('out of reach'))
    const { value } = counted({ load, maxAgeMs: 1_000 })
    await value.read()
    advance(500)
    expect(await value.read()).toBe(1)
    await vi.waitFor(
      async () => {
        expect(await value.read()).toBe(1)
        expect(load.mock.calls.length).toBeGreaterThan(2)
      },
      { timeout: 20_000 },
    )
    advance(500)
    await expect(value.read()).rejects.toThrow('out of reach')
  })

  test('notices a change during a refresh', async () => {
    const { load, pending } = heldLoad()
    const { bus, value } = counted({ load, maxAgeMs: 1_000 })
    const first = value.read()
    pending[0]?.resolve(1)
    await first
    advance(500)
    await value.read()
    bus.publish('changed', { what: 'mine' })
    pending[1]?.resolve(2)
    const read = value.read()
    pending[2]?.resolve(3)
    expect([await read, await value.read()]).toEqual([3, 3])
  })

  test('limits the value to two seconds while changes of other processes are not published', async () => {
    const { value, loads } = counted({ cacheMode: 'shared' })
    await value.read()
    advance(999)
    expect([await value.read(), loads()]).toEqual([1, 1])
    advance(1_001)
    expect(await value.read()).toBe(2)
  })

  test('limits the value to two seconds without the link to other processes, and keeps it long once the link is back', async () => {
    const bus = createEventBus<Topics>({ log })
    let connected = true
    const linked = { ...bus, acrossProcesses: true, connected: () => connected }
    let loads = 0
    const value = cachedValue<number, Topics>(
      { bus: linked, cacheMode: 'shared' },
      { load: async () => ++loads, invalidateOn: {} },
    )
    await value.read()
    advance(10_000)
    expect(await value.read()).toBe(1)
    connected = false
    expect(await value.read()).toBe(2)
    connected = true
    advance(10_000)
    expect(await value.read()).toBe(2)
  })
})
