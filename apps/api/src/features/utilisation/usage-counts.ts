import type { UsagePoint, UsageShares } from '@wardtrack/contracts'

/** How many pieces are in which use, summed over moments. `moments` is how often they were looked at. */
export class UsageCounts {
  infusing = 0
  moving = 0
  idle = 0
  moments = 0
  /** most pieces in use at one moment */
  peak = 0

  /** Adds what was seen at one moment. */
  add(seen: UsageSeen): void {
    this.infusing += seen.infusing
    this.moving += seen.moving
    this.idle += seen.idle
    this.moments += 1
    this.peak = Math.max(this.peak, seen.infusing + seen.moving)
  }

  /** In per cent of what is owned, one decimal; null where nothing was looked at. */
  shares(): UsageShares {
    const owned = this.infusing + this.moving + this.idle
    return {
      InUse: percent(this.infusing + this.moving, owned),
      Infusing: percent(this.infusing, owned),
      Moving: percent(this.moving, owned),
      Idle: percent(this.idle, owned),
    }
  }

  /** What was seen at a moment on average, one decimal. @param createdAt when it began */
  point(createdAt: number): UsagePoint {
    const average = (sum: number): number => Math.round((sum / Math.max(1, this.moments)) * 10) / 10
    return {
      createdAt: new Date(createdAt).toISOString(),
      infusing: average(this.infusing),
      moving: average(this.moving),
      idle: average(this.idle),
    }
  }
}

/** How many pieces were in which use at one moment. */
export type UsageSeen = { infusing: number; moving: number; idle: number }

/** Nothing seen. */
export const nothingSeen = (): UsageSeen => ({ infusing: 0, moving: 0, idle: 0 })

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10
