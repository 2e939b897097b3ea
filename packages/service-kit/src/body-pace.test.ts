import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThroughputMonitor } from './read-json-body.ts'

let watchBodyPace: ReturnType<typeof createThroughputMonitor>
beforeEach(() => {
  vi.useFakeTimers()
  // The watch of the process may still use the timer of earlier requests.
  watchBodyPace = createThroughputMonitor()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a request whose connection receives the given number of bytes a second. */
function requestOf(bytesPerSecond: number): IncomingMessage {
  const started = Date.now()
  const socket = {
    get bytesRead() {
      return ((Date.now() - started) / 1000) * bytesPerSecond
    },
  }
  return { socket } as unknown as IncomingMessage
}

test.each([
  ['a byte now and then', 2, 4_000],
  ['16 kB in 4 s, for ever', 4_096, 20_000],
])('aborts a body of %s once', (_, bytesPerSecond, afterMs) => {
  const abort = vi.fn()
  watchBodyPace(requestOf(bytesPerSecond), { longestMs: 20_000, abort })
  vi.advanceTimersByTime(afterMs - 1_000)
  expect(abort).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(abort).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(abort).toHaveBeenCalledTimes(1)
})

test('does not abort a body that was read, nor one that moves beside a slow one', () => {
  const whole = vi.fn()
  const moving = vi.fn()
  const slow = vi.fn()
  const stop = watchBodyPace(requestOf(0), { longestMs: 60_000, abort: whole })
  watchBodyPace(requestOf(100_000), { longestMs: 60_000, abort: moving })
  watchBodyPace(requestOf(1), { longestMs: 60_000, abort: slow })
  stop()
  vi.advanceTimersByTime(20_000)
  expect([whole, moving, slow].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
})
