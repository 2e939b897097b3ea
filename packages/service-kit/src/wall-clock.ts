/** A day and time as the clocks of a time zone show it: `2026-10-25T02:30`. Texts are in the order of the clocks. */
type WallTime = string

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** What the clocks of a time zone show at a moment. @param time milliseconds */
export function wallTimeAt(time: number, timeZone: string): WallTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The same text as if it were UTC, in milliseconds. */
const asUtc = (wallTime: WallTime): number => Date.parse(`${wallTime}:00Z`)

/** The day so many days after another, `2026-10-25`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Day of the week: 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7

/**
 * When the clocks show a day and time. A time that they show twice, as they are put back, has a first and a last moment;
 * one that they leave out, as they are put forward, is the moment at which they do.
 * @returns milliseconds
 */
export function momentOf(wallTime: WallTime, timeZone: string, which: 'first' | 'last'): number {
  const utc = asUtc(wallTime)
  // Clocks are changed once within two days at most, so that these are the two offsets that there can be.
  const candidates = [-DAY_MS, DAY_MS].map((shift) => {
    const offset = asUtc(wallTimeAt(utc + shift, timeZone)) - (utc + shift)
    return utc - offset
  })
  const right = candidates.filter((time) => wallTimeAt(time, timeZone) === wallTime)
  if (right.length > 0) return which === 'first' ? Math.min(...right) : Math.max(...right)
  return firstAtOrBehind(wallTime, timeZone, Math.min(...candidates), Math.max(...candidates))
}

/** The first minute between two moments at which the clocks show a time or a later one. */
function firstAtOrBehind(wallTime: WallTime, timeZone: string, from: number, to: number): number {
  let before = from
  let behind = to
  while (behind - before > MINUTE_MS) {
    const middle = before + Math.floor((behind - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (wallTimeAt(middle, timeZone) < wallTime) before = middle
    else behind = middle
  }
  return behind
}
