import { STATE_PERIOD_MS, summaryId, type UsageDayDoc } from '@wardtrack/database'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const HOURS = 24
const BYTE_BITS = 8

/** Returns the start of the day that contains a moment: UTC, milliseconds. */
export const dayOf = (moment: number): number => moment - (moment % DAY_MS)

/** Returns the sampled moments of a day: its full hours, from its start. */
export const hoursOf = (day: number): number[] =>
  Array.from({ length: HOURS }, (_, hour) => day + hour * HOUR_MS)

/**
 * Returns the first moment whose state includes the events of a snapshot period. @param period start of the period
 */
export const momentAfter = (period: number): number => period + STATE_PERIOD_MS

/** Bit set with one bit per full hour of a day and asset number. */
export class HourBits {
  readonly bytes: Uint8Array
  private readonly width: number

  /** @param width bytes per hour */
  constructor(width: number, bytes: Uint8Array = new Uint8Array(HOURS * width)) {
    this.width = width
    this.bytes = bytes
  }

  set(hour: number, number: number): void {
    const index = this.indexOf(hour, number)
    this.bytes[index] = (this.bytes[index] ?? 0) | (1 << (number % BYTE_BITS))
  }

  /** Assets numbered later have no bit. */
  has(hour: number, number: number): boolean {
    if (number >= this.width * BYTE_BITS) return false
    return ((this.bytes[this.indexOf(hour, number)] ?? 0) & (1 << (number % BYTE_BITS))) !== 0
  }

  /** Calls `visit` with each number whose bit is set. Few of thousands are, so zero bytes are skipped whole. */
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

/** Use of assets at the full hours of a day. @see UsageDayDoc */
export type UsageDay = { day: number; width: number; infusing: HourBits; arrived: HourBits }

/** Creates a day without use. @param assets number of assigned asset numbers */
export function emptyUsageDay(day: number, assets: number): UsageDay {
  const width = Math.ceil(assets / BYTE_BITS)
  return { day, width, infusing: new HourBits(width), arrived: new HourBits(width) }
}

/** Converts a usage day to its stored document. */
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
