import { expect, test } from 'vitest'
import { chartBuckets } from './chart-reader.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 2, 29, 0, 17, 3, 5)

test.each([
  ['a minute', MINUTE, 1, 60],
  ['two minutes', 2 * MINUTE, 1, 120],
  ['six hours', 6 * HOUR, 240, 90],
  ['a day', DAY, 900, 96],
  ['30 days', 30 * DAY, 6 * 3600, 120],
  ['90 days', 90 * DAY, 86_400, 90],
  ['366 days', 366 * DAY, 4 * 86_400, 92],
])('divides %s into buckets of the smallest readable width', (_name, range, seconds, count) => {
  const buckets = chartBuckets(START, START + range)
  expect([buckets.seconds, buckets.starts.length, buckets.ends.length]).toEqual([seconds, count, count])
  expect([buckets.starts[0], buckets.ends.at(-1)]).toEqual([START, START + range])
})

test('buckets have no gaps, and the last one ends with the range', () => {
  for (let range = MINUTE; range <= 366 * DAY; range = Math.ceil(range * 1.37) + 1) {
    const { starts, ends } = chartBuckets(START, START + range)
    expect(starts.slice(1)).toEqual(ends.slice(0, -1))
    expect(ends.at(-1)).toBe(START + range)
    expect(starts.length).toBeGreaterThanOrEqual(52)
    expect(starts.length).toBeLessThanOrEqual(120)
  }
})
