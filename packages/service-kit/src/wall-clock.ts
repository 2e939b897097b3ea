/** Local day and time of a time zone: `2026-10-25T02:30`. The texts sort in chronological order. */
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

/** Returns the local day and time of a time zone at a moment. @param time milliseconds */
export function wallTimeAt(time: number, timeZone: string): WallTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** Reads a local time as if it were UTC, in milliseconds. */
const asUtc = (wallTime: WallTime): number => Date.parse(`${wallTime}:00Z`)

/** Adds days to a day such as `2026-10-25`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the day of the week: 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7

/**
 * Returns the moment of a local day and time. A time that occurs twice, when clocks are set back, has a first and a
 * last moment. For a time that is skipped, when clocks are set forward, it is the moment of the change.
 * @returns milliseconds
 */
export function momentOf(wallTime: WallTime, timeZone: string, which: 'first' | 'last'): number {
  const utc = asUtc(wallTime)
  // Clocks change at most once within two days, so only these two offsets are possible.
  const candidates = [-DAY_MS, DAY_MS].map((shift) => {
    const offset = asUtc(wallTimeAt(utc + shift, timeZone)) - (utc + shift)
    return utc - offset
  })
  const right = candidates.filter((time) => wallTimeAt(time, timeZone) === wallTime)
  if (right.length > 0) return which === 'first' ? Math.min(...right) : Math.max(...right)
  return firstAtOrBehind(wallTime, timeZone, Math.min(...candidates), Math.max(...candidates))
}

/** Returns the first minute between two moments with the given or a later local time. */
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
