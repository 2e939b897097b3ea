import { STATE_PERIOD_MS, summaryId, type UsageDayDoc } from '@wardtrack/database'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const HOURS = 24
const BYTE_BITS = 8

/** Where the day of a moment begins, UTC, milliseconds. */
export const dayOf = (moment: number): number => moment - (moment % DAY_MS)

/** The moments at which a day is looked at: its full hours, the first where it begins. */
export const hoursOf = (day: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => day + hour * HOUR_MS)

/** The first moment that what happens in a period of snapshots is told by. @param period where it begins */
export const momentAfter = (period: number): number => period + STATE_PERIOD_MS

/** For each full hour of a day, and for each asset by its number, whether something is true: a bit. */
export class HourBits {
  readonly bytes: Uint8Array
  private readonly width: number

  /** @param width bytes of an hour */
  constructor(width: number, bytes: Uint8Array = new Uint8Array(HOURS * width)) {
    this.width = width
    this.bytes = bytes
  }

  set(hour: number, number: number): void {
    const index = this.indexOf(hour, number)
    this.bytes[index] = (this.bytes[index] ?? 0) | (1 << (number % BYTE_BITS))
  }

  /** What got its number later has no bit. */
  has(hour: number, number: number): boolean {
    if (number >= this.width * BYTE_BITS) return false
    return ((this.bytes[this.indexOf(hour, number)] ?? 0) & (1 << (number % BYTE_BITS))) !== 0
  }

  /** Calls `visit` with each number that has a bit: few of thousands do, so that whole bytes are passed over. */
  each(hour: number, visit: (number: number) => void): void {
    const start = hour * this.width
    for (let index = 0; index < this.width; index += 1) {
      const byte = this.bytes[start + index] ?? 0
      if (byte === 0) continue
      for (let bit = 0; bit < BYTE_BITS; bit += 1)
        if ((byte & (1 << bit)) !== 0) visit(index * BYTE_BITS + bit)
    }
  }

  private indexOf(hour: number, number: number): number {
    return hour * this.width + Math.floor(number / BYTE_BITS)
  }
}

/** In which use assets were at the full hours of a day. @see UsageDayDoc */
export type UsageDay = { day: number; width: number; infusing: HourBits; arrived: HourBits }

/** A day in which nothing is in use. @param assets how many numbers there are */
export function emptyUsageDay(day: number, assets: number): UsageDay {
  const width = Math.ceil(assets / BYTE_BITS)
  return { day, width, infusing: new HourBits(width), arrived: new HourBits(width) }
}

/** As it is stored. */
export const toUsageDocument = ({ day, width, infusing, arrived }: UsageDay): UsageDayDoc => ({
  _id: summaryId(new Date(day)),
  from: new Date(day),
  width,
  infusing: Buffer.from(infusing.bytes),
  arrived: Buffer.from(arrived.bytes),
})

/** @param doc as read with `promoteBuffers` */
export const toUsageDay = ({ from, width, infusing, arrived }: UsageDayDoc): UsageDay => ({
  day: from.getTime(),
  width,
  infusing: new HourBits(width, infusing),
  arrived: new HourBits(width, arrived),
})
