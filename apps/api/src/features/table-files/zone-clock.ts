const QUARTER_MS = 900_000
const MAX_OFFSETS = 10_000
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Local time of a time zone. */
export type ZoneClock = {
  /** converts a moment to local time, in milliseconds as if it were UTC */
  at(time: number): number
  /** converts a moment to a text such as `2026-10-25 02:30:00` */
  text(time: number): string
}

/** Reads a time from a row value, in milliseconds; undefined for any other value. */
export function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && value.endsWith('Z') && ISO_UTC.test(value)
    ? Date.parse(value)
    : undefined
}

/**
 * Creates the clock of a time zone. Clock changes happen on full quarter hours in UTC, so one cached look-up serves
 * every moment of a quarter hour. Times in a file are often close together.
 * @param timeZone an IANA name
 */
export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const offsets = new Map<number, number>()
  const offsetOf = (quarter: number): number => {
    const parts = Object.fromEntries(
      format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
    ) as Record<Intl.DateTimeFormatPartTypes, number>
    const { year, month, day, hour, minute, second } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - quarter
  }
  const at = (time: number): number => {
    const quarter = Math.floor(time / QUARTER_MS) * QUARTER_MS
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      if (offsets.size >= MAX_OFFSETS) offsets.clear()
      offset = offsetOf(quarter)
      offsets.set(quarter, offset)
    }
    return time + offset
  }
  return { at, text: (time) => new Date(at(time)).toISOString().slice(0, 19).replace('T', ' ') }
}
