import type { UsagePoint, UsageShares } from '@wardtrack/contracts'

/** Assets by use, summed over samples. `moments`: number of samples. */
export class UsageCounts {
  infusing = 0
  moving = 0
  idle = 0
  moments = 0
  /** maximum number of assets in use at one sample */
  peak = 0

  /** Adds the counts of one sample. */
  add(seen: UsageSeen): void {
    this.infusing += seen.infusing
    this.moving += seen.moving
    this.idle += seen.idle
    this.moments += 1
    this.peak = Math.max(this.peak, seen.infusing + seen.moving)
  }

  /** Returns shares of the owned assets in per cent with one decimal; null without samples. */
  shares(): UsageShares {
    const owned = this.infusing + this.moving + this.idle
    return {
      InUse: percent(this.infusing + this.moving, owned),
      Infusing: percent(this.infusing, owned),
      Moving: percent(this.moving, owned),
      Idle: percent(this.idle, owned),
    }
  }

  /** Returns the averages per sample with one decimal. @param createdAt start of the samples */
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

/** Number of assets by use at one sample. */
export type UsageSeen = { infusing: number; moving: number; idle: number }

/** Creates empty counts. */
export const emptyUsage = (): UsageSeen => ({ infusing: 0, moving: 0, idle: 0 })

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10
