import { assert, integer, property, uniqueArray } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FlushScheduler } from './event-coalescer.ts'

const WINDOW_MS = 100

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns the times of the flushes for requests at given times, in milliseconds. */
function flushTimes(requestTimes: readonly number[]): number[] {
  const start = Date.now()
  const times: number[] = []
  const scheduler = new FlushScheduler(() => times.push(Date.now() - start), WINDOW_MS)
  for (const time of requestTimes) {
    vi.advanceTimersByTime(time - (Date.now() - start))
    scheduler.request()
    vi.advanceTimersByTime(0)
  }
  vi.advanceTimersByTime(10 * WINDOW_MS)
  scheduler.cancel()
  return times
}

test('flushes the first request immediately, and later ones at the end of the window', () => {
  expect(flushTimes([0])).toEqual([0])
  expect(flushTimes([0, 1, 50, 99])).toEqual([0, 100])
  expect(flushTimes([0, 30, 130])).toEqual([0, 100, 200])
})

test('flushes immediately again after a quiet window', () => {
  expect(flushTimes([0, 101])).toEqual([0, 101])
  expect(flushTimes([0, 40, 500])).toEqual([0, 100, 500])
})

test('requests in one turn of the event loop share a flush', () => {
  const flush = vi.fn()
  const scheduler = new FlushScheduler(flush, WINDOW_MS)
  for (let n = 0; n < 50; n += 1) scheduler.request()
  expect(flush).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(flush).toHaveBeenCalledTimes(1)
  scheduler.cancel()
})

test('flushes every request within one window, with a window between flushes', () => {
  const times = uniqueArray(integer({ min: 0, max: 2_000 }), { maxLength: 60 })
  assert(
    property(times, (unordered) => {
      const requests = [...unordered].sort((a, b) => a - b)
      const flushes = flushTimes(requests)
      for (const request of requests) {
        const served = flushes.find((flush) => flush >= request)
        expect(served).toBeDefined()
        expect((served ?? 0) - request).toBeLessThanOrEqual(WINDOW_MS)
      }
      for (const [index, flush] of flushes.entries())
        if (index > 0) expect(flush - (flushes[index - 1] ?? 0)).toBeGreaterThanOrEqual(WINDOW_MS)
      expect(flushes.length).toBeLessThanOrEqual(requests.length)
    }),
  )
})

test('a cancelled scheduler does not flush', () => {
  const flush = vi.fn()
  const scheduler = new FlushScheduler(flush, WINDOW_MS)
  scheduler.request()
  scheduler.cancel()
  vi.advanceTimersByTime(WINDOW_MS * 3)
  expect(flush).not.toHaveBeenCalled()
})
