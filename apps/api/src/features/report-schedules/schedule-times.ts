import type { SchedulePeriod, ScheduleTiming } from '@wardtrack/contracts'
import { addDays, momentOf, wallTimeAt, weekdayOf } from '@wardtrack/service-kit'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Number of days in which every schedule is due at least once: two months and a day on either side. */
const SEARCHED_DAYS = 64

/** Period with an exclusive end. */
type Stretch = { from: Date; to: Date }

/**
 * Returns the next due time of a schedule. A local time that occurs twice is due only the first time. A skipped local
 * time is due at the moment of the clock change.
 * @param after milliseconds @returns milliseconds
 */
export function nextDue(timing: ScheduleTiming, after: number): number {
  // Starts the day before: its time may be after the given moment where local time differs from UTC.
  let day = addDays(dayAt(after, timing.timeZone), -1)
  for (let looked = 0; looked < SEARCHED_DAYS; looked += 1) {
    if (isDayOf(timing, day)) {
      const due = momentOf(`${day}T${timing.time}`, timing.timeZone, 'first')
      if (due > after) return due
    }
    day = addDays(day, 1)
  }
  throw new Error('a schedule is never due')
}

/** Returns the newest due time of a schedule up to a moment, starting from a known one. */
export function newestDue(timing: ScheduleTiming, known: number, now: number): number {
  // After weeks offline, the search does not start at the first missed day.
  const from = Math.max(known, now - SEARCHED_DAYS * DAY_MS)
  let newest = from === known ? known : nextDue(timing, from)
  for (let next = nextDue(timing, newest); next <= now; next = nextDue(timing, next)) newest = next
  return Math.min(newest, now)
}

/** Returns the period of a scheduled report due at a moment; undefined for a report of the current state. */
export function stretchOf(
  period: SchedulePeriod,
  { timeZone }: Pick<ScheduleTiming, 'timeZone'>,
  dueAt: Date,
): Stretch | undefined {
  const to = dueAt.getTime()
  const back = (ms: number): Stretch => ({ from: new Date(to - ms), to: dueAt })
  const today = dayAt(to, timeZone)
  const days = (first: string, end: string): Stretch => ({
    from: new Date(momentOf(`${first}T00:00`, timeZone, 'first')),
    to: new Date(momentOf(`${end}T00:00`, timeZone, 'first')),
  })
  const monday = addDays(today, 1 - weekdayOf(today))
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const stretches: Record<SchedulePeriod, () => Stretch | undefined> = {
    none: () => undefined,
    'last-24-hours': () => back(24 * HOUR_MS),
    'last-7-days': () => back(7 * DAY_MS),
    'last-30-days': () => back(30 * DAY_MS),
    'day-before': () => days(addDays(today, -1), today),
    'week-before': () => days(addDays(monday, -7), monday),
    'month-before': () => days(`${addDays(firstOfMonth, -1).slice(0, 7)}-01`, firstOfMonth),
  }
  return stretches[period]()
}

/** Returns the local date of a time zone, such as `2026-10-25`. */
const dayAt = (time: number, timeZone: string): string => wallTimeAt(time, timeZone).slice(0, 10)

function isDayOf({ every, weekday, dayOfMonth = 0 }: ScheduleTiming, day: string): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekdayOf(day) === weekday
  const number = Number(day.slice(8))
  const isLast = addDays(day, 1).slice(8) === '01'
  return number === dayOfMonth || (isLast && (dayOfMonth === 0 || dayOfMonth > number))
}
