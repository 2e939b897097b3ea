import type { SchedulePeriod, ScheduleTiming } from '@wardtrack/contracts'
import { addDays, momentOf, wallTimeAt, weekdayOf } from '@wardtrack/service-kit'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Days among which every schedule has one: two months and the day on either side. */
const SEARCHED_DAYS = 64

/** A stretch of time, the end exclusive. */
type Stretch = { from: Date; to: Date }

/**
 * The first moment after another at which a schedule is due. A time that the clocks show twice is due once, the first
 * time; one that they leave out is due at the moment at which they do.
 * @param after milliseconds @returns milliseconds
 */
export function nextDue(timing: ScheduleTiming, after: number): number {
  // The day before: its time may be later than the moment where clocks differ from UTC.
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

/** The newest moment up to another at which a schedule was due, from a known one on. */
export function newestDue(timing: ScheduleTiming, known: number, now: number): number {
  // Weeks without power are not walked through day by day from their beginning.
  const from = Math.max(known, now - SEARCHED_DAYS * DAY_MS)
  let newest = from === known ? known : nextDue(timing, from)
  for (let next = nextDue(timing, newest); next <= now; next = nextDue(timing, next)) newest = next
  return Math.min(newest, now)
}

/** What a scheduled report is about when it is due at a moment; undefined for what is as it is then. */
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

/** The day that the clocks of a time zone show, `2026-10-25`. */
const dayAt = (time: number, timeZone: string): string => wallTimeAt(time, timeZone).slice(0, 10)

function isDayOf({ every, weekday, dayOfMonth = 0 }: ScheduleTiming, day: string): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekdayOf(day) === weekday
  const number = Number(day.slice(8))
  const isLast = addDays(day, 1).slice(8) === '01'
  return number === dayOfMonth || (isLast && (dayOfMonth === 0 || dayOfMonth > number))
}
