import type { ZoneTable } from '../format-process.types.ts'

/** Converts local times to UTC inside the machine. */
export type LocalTimes = {
  /** replaces the tables of the zones that can be named */
  setZones(zones: Record<string, ZoneTable>): void
  /** `$fromLocal` of expressions */
  fromLocal(text: unknown, zone: unknown, picture: unknown): unknown
}

/**
 * Creates `$fromLocal`. The text of this function runs inside the machine, so that it cannot use outside names.
 *
 * A local time that clocks skip counts from before the change: 02:30 becomes 03:30. A local time that occurs twice is
 * the earlier one. A text that is no time stays as it is, so that only its own item is refused, with its reason.
 * @param readPicture reads a text as UTC by a picture, in milliseconds; undefined when it does not match
 */
export function createLocalTimes(readPicture: (text: string, picture: string) => unknown): LocalTimes {
  const LOCAL = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*$/
  // More than any offset of a zone, so that the search begins before and ends after its own change.
  const DAY_MS = 86_400_000
  let zones: Record<string, ZoneTable> = {}
  const readLocal = (text: string): number | undefined => {
    const found = LOCAL.exec(text)
    if (!found) return undefined
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
      .slice(1, 7)
      .map((digits: string | undefined) => Number(digits ?? 0))
    const millis = Number(`${found[7] ?? ''}000`.slice(0, 3))
    const time = Date.UTC(year, month - 1, day, hour, minute, second, millis)
    const date = new Date(time)
    const isReal =
      date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
    return isReal && minute < 60 && second < 60 ? time : undefined
  }
  const offsetAt = ([first, changes]: ZoneTable, time: number): number => {
    let offset = first
    for (const [at, next] of changes) {
      if (at > time) break
      offset = next
    }
    return offset
  }
  const toUtc = (local: number, zone: ZoneTable): number => {
    const before = offsetAt(zone, local - DAY_MS)
    const after = offsetAt(zone, local + DAY_MS)
    const moments = [before, after]
      .filter((offset) => offsetAt(zone, local - offset) === offset)
      .map((offset) => local - offset)
    return moments.length > 0 ? Math.min(...moments) : local - before
  }
  return {
    setZones: (tables) => {
      zones = tables
    },
    fromLocal: (text, zone, picture) => {
      if (typeof text !== 'string') return text ?? undefined
      const name = String(zone)
      const table = Object.prototype.hasOwnProperty.call(zones, name) ? zones[name] : undefined
      if (!table) throw new Error(`$fromLocal: ${name.slice(0, 100)} is not a time zone.`)
      const local = typeof picture === 'string' ? readPicture(text, picture) : readLocal(text)
      return typeof local === 'number' ? new Date(toUtc(local, table)).toISOString() : text
    },
  }
}
