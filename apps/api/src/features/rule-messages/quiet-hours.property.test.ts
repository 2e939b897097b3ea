import type { QuietHours } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const MINUTE = 60_000
/** Returns local time independently of the tested code: a date in Swedish format is nearly ISO 8601. */
const shownAt = (time: number, timeZone: string): string =>
  new Date(time)
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T')

/** Returns every minute of several days with its local time. */
function minutesOf(firstDay: string, days: number, timeZone: string): { time: number; shown: string }[] {
  const begin = Date.parse(`${firstDay}T00:00Z`)
  return Array.from({ length: days * 1_440 }, (_, minute) => {
    const time = begin + minute * MINUTE
    return { time, shown: shownAt(time, timeZone) }
  })
}

/**
 * Computes quiet hours from local times only, without offsets. Each day's window runs from the first minute at or
 * after `from` until the last minute before the following `to`.
 */
function oracle(minutes: readonly { time: number; shown: string }[], { from, to, days }: QuietHours) {
  const quiet = new Map<number, number>()
  const calendar = [...new Set(minutes.map(({ shown }) => shown.slice(0, 10)))]
  for (const [index, day] of calendar.entries()) {
    const weekday = new Date(`${day}T12:00Z`).getUTCDay()
    if (!days.includes(weekday === 0 ? 7 : weekday)) continue
    const lastDay = to > from ? day : calendar[index + 1]
    if (lastDay === undefined) continue
    const begin = minutes.find(({ shown }) => shown >= `${day}T${from}`)
    const last = minutes.findLast(({ shown }) => shown < `${lastDay}T${to}`)
    if (!begin || !last) continue
    for (const { time } of minutes)
      if (time >= begin.time && time <= last.time) quiet.set(time, quiet.get(time) ?? last.time + MINUTE)
  }
  return quiet
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const hours = (from: string, to: string, days = EVERY_DAY): QuietHours => ({
  from,
  to,
  days,
  afterwards: 'one-message',
})
/** Five days around a clock change, or without one. */
const SPANS: [zone: string, firstDay: string, what: string][] = [
  ['Europe/Berlin', '2026-03-27', 'put forward'],
  ['Europe/Berlin', '2026-10-23', 'put back'],
  ['America/New_York', '2026-03-06', 'put forward'],
  ['America/New_York', '2026-10-30', 'put back'],
  ['Australia/Lord_Howe', '2026-04-03', 'put back by half an hour'],
  ['Africa/Cairo', '2026-04-22', 'put forward at midnight'],
  ['America/Havana', '2026-10-30', 'put back over midnight to the day before'],
  ['Asia/Kolkata', '2026-06-01', 'never changed'],
  ['UTC', '2026-12-29', 'over the new year'],
]
const CASES: QuietHours[] = [
  hours('22:00', '06:00'),
  hours('22:00', '06:00', [5, 6]),
  hours('00:00', '00:30'),
  hours('02:15', '02:45'),
  hours('02:30', '23:00'),
  hours('01:30', '02:30', [7]),
  hours('23:30', '00:15'),
  hours('12:00', '11:59', [1, 7]),
]

describe.each(SPANS)('in %s from %s, where clocks are %s', (timeZone, firstDay) => {
  // The oracle cannot judge windows that begin before the span or end after it.
  const minutes = minutesOf(firstDay, 6, timeZone)
  // Quiet hours begin and end on full quarters, and once a minute before one.
  const judged = minutes
    .slice(2 * 1_440, 4 * 1_440)
    .filter((_minute, index) => index % 15 === 0 || index % 15 === 14)

  it.each(CASES.map((quiet) => [`${quiet.from}–${quiet.to} on ${quiet.days.join()}`, quiet] as const))(
    'quiet hours of %s match the local time',
    (_name, quiet) => {
      const expected = oracle(minutes, quiet)
      const wrong = judged.flatMap(({ time, shown }) => {
        const end = quietUntil(new Date(time), quiet, timeZone)?.getTime()
        return end === expected.get(time) ? [] : [{ shown, end, expected: expected.get(time) }]
      })
      expect(wrong).toEqual([])
    },
  )
})

it('a night lasts eight hours, nine when clocks go back and seven when they go forward', () => {
  const night = hours('22:00', '06:00')
  const endOf = (moment: string) => quietUntil(new Date(moment), night, 'Europe/Berlin')?.toISOString()
  expect(endOf('2026-06-10T20:00:00Z')).toBe('2026-06-11T04:00:00.000Z')
  expect(endOf('2026-10-24T20:00:00Z')).toBe('2026-10-25T05:00:00.000Z')
  expect(endOf('2026-03-28T21:00:00Z')).toBe('2026-03-29T04:00:00.000Z')
  expect(endOf('2026-06-10T19:59:59.999Z')).toBeUndefined()
  expect(endOf('2026-06-11T04:00:00Z')).toBeUndefined()
})
