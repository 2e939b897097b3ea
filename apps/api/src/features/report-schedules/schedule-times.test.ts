import type { ScheduleTiming } from '@wardtrack/contracts'
import { describe, expect, test } from 'vitest'
import { newestDue, nextDue, stretchOf } from './schedule-times.ts'

const timing = (members: Partial<ScheduleTiming>): ScheduleTiming => ({
  every: 'day',
  time: '07:00',
  timeZone: 'Europe/Berlin',
  ...members,
})
/** Returns consecutive due times. */
function dues(schedule: ScheduleTiming, after: string, count: number): string[] {
  const found: string[] = []
  for (let time = Date.parse(after); found.length < count; ) {
    time = nextDue(schedule, time)
    found.push(new Date(time).toISOString().slice(0, 16))
  }
  return found
}

describe('a schedule is due', () => {
  test.each<[string, Partial<ScheduleTiming>, string, string[]]>([
    [
      'each day at the time of the clocks, an hour earlier in UTC once they are put forward',
      {},
      '2026-03-27T12:00:00Z',
      ['2026-03-28T06:00', '2026-03-29T05:00', '2026-03-30T05:00'],
    ],
    [
      'and an hour later once they are put back',
      {},
      '2026-10-23T12:00:00Z',
      ['2026-10-24T05:00', '2026-10-25T06:00', '2026-10-26T06:00'],
    ],
    [
      'once at a time that the clocks leave out, at the moment at which they do',
      { time: '02:30' },
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'once at a time that the clocks show twice',
      { time: '02:30' },
      '2026-10-24T00:00:00Z',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'at midnight where the clocks skip it',
      { time: '00:00', timeZone: 'America/Havana' },
      '2026-03-07T12:00:00Z',
      ['2026-03-08T05:00', '2026-03-09T04:00'],
    ],
    [
      'in a zone without whole hours',
      { time: '00:15', timeZone: 'Asia/Kathmandu' },
      '2026-01-01T00:00:00Z',
      ['2026-01-01T18:30', '2026-01-02T18:30'],
    ],
    [
      'each week on its day',
      { every: 'week', weekday: 1, timeZone: 'UTC' },
      '2026-11-23T07:00:00Z',
      ['2026-11-30T07:00', '2026-12-07T07:00'],
    ],
    [
      'each month on its day, and on the last one of a month that has no such day',
      { every: 'month', dayOfMonth: 31, timeZone: 'UTC' },
      '2026-01-31T06:59:59Z',
      ['2026-01-31T07:00', '2026-02-28T07:00', '2026-03-31T07:00', '2026-04-30T07:00'],
    ],
    [
      'on the last day of each month, in a leap year too',
      { every: 'month', dayOfMonth: 0, timeZone: 'UTC' },
      '2028-02-01T00:00:00Z',
      ['2028-02-29T07:00', '2028-03-31T07:00'],
    ],
    [
      'at the end of the year, where the day in UTC is another one',
      { every: 'month', dayOfMonth: 1, time: '23:30', timeZone: 'America/Los_Angeles' },
      '2026-12-15T00:00:00Z',
      ['2027-01-02T07:30', '2027-02-02T07:30'],
    ],
  ])('%s', (_title, members, after, expected) => {
    expect(dues(timing(members), after, expected.length)).toEqual(expected)
  })

  test('exactly once a day, for any time zone and time', () => {
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'])
      for (const time of ['00:00', '01:30', '02:00', '02:15', '03:00', '23:59']) {
        const found = dues(timing({ time, timeZone }), '2026-01-01T00:00:00Z', 366)
        const days = found.map((due) => Date.parse(`${due}Z`))
        const gaps = days.slice(1).map((due, index) => (due - (days[index] ?? 0)) / 3_600_000)
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22.5)
        expect(Math.max(...gaps)).toBeLessThanOrEqual(25.5)
      }
  })

  test('for the newest missed time', () => {
    const missed = (known: string, now: string) =>
      new Date(newestDue(timing({}), Date.parse(known), Date.parse(now))).toISOString().slice(0, 16)
    expect(missed('2026-11-20T06:00:00Z', '2026-11-23T05:59:00Z')).toBe('2026-11-22T06:00')
    expect(missed('2026-11-20T06:00:00Z', '2026-11-20T06:00:05Z')).toBe('2026-11-20T06:00')
    expect(missed('2020-11-20T06:00:00Z', '2026-11-23T06:00:00Z')).toBe('2026-11-23T06:00')
  })
})

describe('a scheduled report covers', () => {
  const stretch = (period: Parameters<typeof stretchOf>[0], dueAt: string) => {
    const found = stretchOf(period, { timeZone: 'Europe/Berlin' }, new Date(dueAt))
    return found && [found.from.toISOString(), found.to.toISOString()]
  }
  test('whole calendar days, weeks and months, with days of 23 and 25 hours at clock changes', () => {
    expect(stretch('day-before', '2026-03-30T05:00:00Z')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
    expect(stretch('day-before', '2026-10-26T06:00:00Z')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ])
    expect(stretch('week-before', '2026-03-30T05:00:00Z')).toEqual([
      '2026-03-22T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
    expect(stretch('month-before', '2027-01-01T06:00:00Z')).toEqual([
      '2026-11-30T23:00:00.000Z',
      '2026-12-31T23:00:00.000Z',
    ])
  })

  test('a number of hours up to its due time, or the state at that time', () => {
    expect(stretch('last-24-hours', '2026-03-29T05:00:00Z')).toEqual([
      '2026-03-28T05:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
    ])
    expect(stretch('none', '2026-03-29T05:00:00Z')).toBeUndefined()
  })
})
