import { describe, expect, it } from 'vitest'
import { ANY_TIME, rangeBounds, rangeCondition, urlDateRange } from './date-range.ts'

const field = urlDateRange('time', 'last-24-hours')
const absolute = { from: '2026-01-01T08:00:00.000Z', to: '2026-01-02T08:00:00.000Z' }

describe('a time range', () => {
  it('ends now if it is a preset, and is fixed if it has two ends', () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    expect(rangeBounds({ preset: 'last-hour' }, now)).toEqual({ from: now - 3_600_000, to: now })
    expect(rangeBounds(absolute, now)).toEqual({
      from: Date.parse(absolute.from),
      to: Date.parse(absolute.to),
    })
  })

  it('is a condition on its start, and on its end if it has one', () => {
    const now = Date.parse('2026-03-01T12:00:30Z')
    expect(rangeCondition(absolute, now)).toEqual({ $gte: absolute.from, $lt: absolute.to })
    expect(rangeCondition({ preset: 'last-hour' }, now)).toEqual({ $gte: '2026-03-01T11:00:00.000Z' })
    expect(rangeCondition(ANY_TIME, now)).toBeUndefined()
  })

  it('follows the current time in steps, so that a query key stays the same for a while', () => {
    const now = Date.parse('2026-03-01T12:00:00Z')
    const at = (delayMs: number) => rangeCondition({ preset: 'last-hour' }, now + delayMs)
    expect(at(59_999)).toEqual(at(0))
    expect(at(60_000)).toEqual({ $gte: '2026-03-01T11:01:00.000Z' })
  })

  it('is read from the address as written', () => {
    for (const range of [{ preset: 'last-7-days' } as const, absolute])
      expect(field.read(field.write(range))).toEqual(range)
    expect(field.write({ preset: 'last-24-hours' })).toBe('')
  })

  it('is the default if the address has no valid range', () => {
    const defaultRange = { preset: 'last-24-hours' }
    for (const text of [null, '', 'last-year', 'toString', '2026-01-01~', `${absolute.to}~${absolute.from}`])
      expect(field.read(text)).toEqual(defaultRange)
  })
})
