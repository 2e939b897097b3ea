const QUARTER_MS = 900_000
const MAX_OFFSETS = 10_000
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** What the clocks of a time zone show. */
export type ZoneClock = {
  /** a moment as the clocks show it, in milliseconds as if they showed UTC */
  at(time: number): number
  /** the same as a text: `2026-10-25 02:30:00` */
  text(time: number): string
}

/** The time that a value of a row is, milliseconds; undefined for any other value. */
export function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && ISO_UTC.test(value) ? Date.parse(value) : undefined
}

/**
 * The clocks of a time zone. Clocks are changed at full quarters of an hour in UTC, so that one look-up serves every
 * moment of such a quarter: a file has many times that lie near each other.
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
