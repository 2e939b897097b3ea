import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CheckpointTimer } from './checkpoint-timer.ts'

const HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a failed checkpoint is retried soon, also when the clock is set back meanwhile', async () => {
  const onTime = vi.fn()
  const timer = new CheckpointTimer(onTime)
  timer.noteFailure()
  vi.setSystemTime(Date.now() - 2 * HOUR)
  let mayTry = false
  const waiting = timer.waitForRetry().then(() => {
    mayTry = true
  })
  timer.set(0)
  await vi.advanceTimersByTimeAsync(999)
  expect(mayTry).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(onTime).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(onTime).toHaveBeenCalledTimes(1)
})

test('the first checkpoint does not wait', async () => {
  const onTime = vi.fn()
  const timer = new CheckpointTimer(onTime)
  await timer.waitForRetry()
  timer.set(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(onTime).toHaveBeenCalledTimes(1)
})
