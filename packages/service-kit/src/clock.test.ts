import { expect, test } from 'vitest'
import { type Clock, createClock } from './clock.ts'
import { createHealth } from './health.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const START = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Opens a clock over two clocks that the test moves. */
const openClock = (lastConfirmed?: number) => {
  const health = createHealth()
  health.accepting = true
  const metrics = createMetrics()
  const log = createLog({ service: 'test', level: 'silent', stdout: true })
  let wall = START
  let monotonic = 5_000
  const clock: Clock = createClock(
    { log, health, metrics },
    { lastConfirmed, readings: { wall: () => wall, monotonic: () => monotonic } },
  )
  const jumps: number[] = []
  clock.onJump((ms) => jumps.push(ms))
  return {
    clock,
    jumps,
    /** lets time pass */
    pass: (ms: number) => {
      for (let remaining = ms; remaining > 0; remaining -= MINUTE) {
        const step = Math.min(remaining, MINUTE)
        wall += step
        monotonic += step
        clock.check()
      }
    },
    /** sets the wall clock forward or back; the next check notices it */
    set: (ms: number) => {
      wall += ms
    },
    lag: () => clock.now() - clock.confirmedNow(),
    state: async () => (await health.read()).checks['clock'],
    status: async () => (await health.read()).status,
    metric: async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await metrics.registry.metrics())?.[1]),
  }
}

test('confirms the time of a clock that runs steadily', async () => {
  const c = openClock()
  c.pass(3 * HOUR)
  expect([c.lag(), c.jumps, await c.state()]).toEqual([0, [], 'ok'])
})

test('confirms nothing from the moment of a jump forward, and reports the jump', async () => {
  const c = openClock()
  c.pass(MINUTE)
  c.set(400 * DAY)
  // No check has run yet: what is deleted in this moment is already measured correctly.
  expect(c.lag()).toBe(400 * DAY)
  c.clock.check()
  expect([c.lag(), c.jumps, await c.state(), await c.status()]).toEqual([
    400 * DAY,
    [400 * DAY],
    'unavailable',
    'ok',
  ])
  expect(await c.metric('wardtrack_clock_jump_seconds')).toBe((400 * DAY) / 1_000)
  expect(await c.metric('wardtrack_clock_unconfirmed_seconds')).toBe((400 * DAY) / 1_000)
  expect(await c.metric('wardtrack_clock_jumps_total{direction="forward"}')).toBe(1)
})

test('continues confirmed time with the monotonic clock, and accepts the wall clock after a steady day', () => {
  const c = openClock()
  c.set(10 * DAY)
  c.pass(23 * HOUR)
  expect(c.lag()).toBe(10 * DAY)
  c.pass(HOUR + MINUTE)
  expect(c.lag()).toBe(0)
})

test('forgets a reversed jump after an hour', async () => {
  const c = openClock()
  c.set(5 * HOUR)
  c.pass(HOUR)
  c.set(-5 * HOUR)
  c.pass(MINUTE)
  expect([c.lag(), c.jumps, await c.state()]).toEqual([0, [5 * HOUR, -5 * HOUR], 'unavailable'])
  c.pass(HOUR)
  expect(await c.state()).toBe('ok')
})

test('sets confirmed time back together with the clock', () => {
  const c = openClock()
  c.set(-2 * DAY)
  c.clock.check()
  expect([c.lag(), c.jumps]).toEqual([0, [-2 * DAY]])
})

test('accepts any number of small jumps no faster than time passes', () => {
  const c = openClock()
  for (let n = 0; n < 100; n += 1) {
    c.set(4 * MINUTE)
    c.pass(MINUTE)
  }
  expect(c.lag()).toBeGreaterThanOrEqual(390 * MINUTE)
})

test('does not treat the gradual corrections of a time service as jumps', () => {
  const c = openClock()
  for (let n = 0; n < 100; n += 1) {
    c.set(200)
    c.pass(MINUTE)
  }
  expect(c.jumps).toEqual([])
  expect(c.lag()).toBeLessThan(20_000)
})

test('confirms nothing for a day when a start finds the clock far ahead of the last known time', async () => {
  const c = openClock(START - 40 * DAY)
  expect([c.lag(), await c.state()]).toEqual([40 * DAY, 'unavailable'])
  c.pass(23 * HOUR)
  expect(c.lag()).toBe(40 * DAY)
  c.pass(HOUR + MINUTE)
  expect([c.lag(), await c.state()]).toEqual([0, 'ok'])
})

test('accepts the clock an hour after a start that follows a night, and immediately after a one-minute break', () => {
  const night = openClock(START - 12 * HOUR)
  night.pass(59 * MINUTE)
  expect(night.lag()).toBe(12 * HOUR)
  night.pass(2 * MINUTE)
  expect(night.lag()).toBe(0)
  const restart = openClock(START - MINUTE)
  restart.pass(2 * MINUTE)
  expect(restart.lag()).toBe(0)
})

test('uses the wall clock when a start finds it behind the last known time', () => {
  const c = openClock(START + 3 * DAY)
  expect(c.lag()).toBe(0)
  c.pass(HOUR)
  expect(c.clock.confirmedNow()).toBe(START + HOUR)
})

test('reports no jumps to a listener that unsubscribed', () => {
  const c = openClock()
  const received: number[] = []
  c.clock.onJump((ms) => received.push(ms))()
  c.set(HOUR)
  c.clock.check()
  expect([received, c.jumps]).toEqual([[], [HOUR]])
})
