import { describe, expect, test } from 'vitest'
import { MAX_REQUESTS, shareThatWaits, simulateNetwork } from './queueing.mjs'

const REQUESTS = 400_000
const simulate = (arrivalsPerSecond, ...stations) =>
  simulateNetwork({ arrivalsPerSecond, requests: REQUESTS, seed: 7, stations })
/** Returns the relative error of a figure. */
const errorOf = (figure, expected) => Math.abs(figure / expected - 1)

describe('a simulated queue', () => {
  test.each([
    { servers: 1, load: 0.5 },
    { servers: 1, load: 0.8 },
    { servers: 2, load: 1.5 },
    { servers: 4, load: 2.4 },
    { servers: 16, load: 13.6 },
  ])('matches the known results of M/M/$servers at a load of $load', ({ servers, load }) => {
    const serviceSeconds = 0.01
    const arrivals = load / serviceSeconds
    const { stations, meanSeconds } = simulate(arrivals, { lines: 1, servers, serviceSeconds })
    const waits = shareThatWaits(servers, load)
    const wait = (waits * serviceSeconds) / (servers - load)
    expect(errorOf(stations[0].busy, load / servers)).toBeLessThan(0.01)
    expect(errorOf(stations[0].waited, waits)).toBeLessThan(0.03)
    expect(errorOf(stations[0].meanWaitSeconds, wait)).toBeLessThan(0.06)
    expect(errorOf(meanSeconds, wait + serviceSeconds)).toBeLessThan(0.04)
  })

  test('has the tail of M/M/1: its total time is exponential', () => {
    const { p99Seconds } = simulate(60, { lines: 1, servers: 1, serviceSeconds: 0.01 })
    expect(errorOf(p99Seconds, Math.log(100) / (100 - 60))).toBeLessThan(0.05)
  })

  test('waits half as long when every request takes the same time (Pollaczek and Khinchine)', () => {
    const { stations } = simulate(70, { lines: 1, servers: 1, serviceSeconds: 0.01, spread: 'fixed' })
    expect(errorOf(stations[0].meanWaitSeconds, (0.7 * 0.01) / (2 * (1 - 0.7)))).toBeLessThan(0.05)
  })

  test('equals separate queues with a share of the load each when it has parallel lines', () => {
    const { stations } = simulate(240, { lines: 4, servers: 1, serviceSeconds: 0.01 })
    expect(errorOf(stations[0].meanWaitSeconds, (0.6 * 0.01) / (1 - 0.6))).toBeLessThan(0.05)
  })

  test('passes on a random stream from M/M/1 as a random stream (Burke)', () => {
    const { meanSeconds, stations } = simulate(
      60,
      { lines: 1, servers: 1, serviceSeconds: 0.01 },
      { lines: 1, servers: 1, serviceSeconds: 0.0125 },
    )
    expect(errorOf(meanSeconds, 1 / (100 - 60) + 1 / (80 - 60))).toBeLessThan(0.05)
    expect(errorOf(stations[1].busy, 0.75)).toBeLessThan(0.01)
  })
})

test('the waiting share agrees with the tables of Erlang C', () => {
  expect(shareThatWaits(1, 0.7)).toBeCloseTo(0.7, 10)
  expect(shareThatWaits(2, 1)).toBeCloseTo(1 / 3, 10)
  expect(shareThatWaits(5, 4)).toBeCloseTo(0.5541, 4)
  expect(shareThatWaits(200, 180)).toBeGreaterThan(0)
})

test('the same seed gives the same outcome', () => {
  const station = { lines: 2, servers: 2, serviceSeconds: 0.01 }
  const run = (seed) =>
    simulateNetwork({ arrivalsPerSecond: 200, requests: 5_000, seed, stations: [station] })
  expect(run(1)).toEqual(run(1))
  expect(run(1)).not.toEqual(run(2))
})

test.each([
  ['more requests than are allowed', { requests: MAX_REQUESTS + 1 }],
  ['too few requests', { requests: 1 }],
  ['a station that cannot keep up', { arrivalsPerSecond: 100 }],
  ['no arrivals', { arrivalsPerSecond: 0 }],
  ['no servers', { stations: [{ lines: 1, servers: 0, serviceSeconds: 0.01 }] }],
])('refuses %s', (_, changed) => {
  const stations = [{ lines: 1, servers: 1, serviceSeconds: 0.01 }]
  expect(() =>
    simulateNetwork({ arrivalsPerSecond: 10, requests: 1_000, seed: 1, stations, ...changed }),
  ).toThrow(RangeError)
})
