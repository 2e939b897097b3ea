import type { Random } from '../random.ts'
import type { FeedItem } from './feed-item.ts'

/** How often each fault of a real feed happens, as shares of the events it can happen to. */
export const FAULT_SHARES = {
  repeat: 0.015,
  late: 0.01,
  unknownTag: 0.003,
  missingCoordinates: 0.02,
  withoutPoint: 0.003,
} as const

export type FaultName = keyof typeof FAULT_SHARES | 'gap'

const RECENT = 200
const LATE_SECONDS = [15, 120] as const
const BETWEEN_GAPS_SECONDS = [90, 300] as const
const GAP_SECONDS = [12, 35] as const
/** Held-back events are let go early rather than growing without end. */
const MAX_HELD = 5000

interface Held {
  readonly at: number
  readonly item: FeedItem
}

/** Passes events on as a hospital's network would: some twice, some late, some spoilt, whole floors in a burst. */
export class FaultInjector {
  readonly counts: Record<FaultName, number> = {
    repeat: 0,
    late: 0,
    unknownTag: 0,
    missingCoordinates: 0,
    withoutPoint: 0,
    gap: 0,
  }
  private readonly random: Random
  private readonly recent: FeedItem[] = []
  private readonly maps: readonly string[]
  private held: Held[] = []
  private silent: { mapId: string; until: number } | undefined
  private nextGap: number

  constructor(random: Random, maps: readonly string[]) {
    this.random = random
    this.maps = maps
    this.nextGap = random.between(...BETWEEN_GAPS_SECONDS)
  }

  /** `elapsed`: simulated seconds since the start. */
  pass(items: readonly FeedItem[], elapsed: number): FeedItem[] {
    this.openOrCloseGap(elapsed)
    const out = this.released(elapsed)
    for (const item of items) this.passOne(item, elapsed, out)
    return out
  }

  private openOrCloseGap(elapsed: number): void {
    if (this.silent && elapsed >= this.silent.until) {
      this.silent = undefined
      this.nextGap = elapsed + this.random.between(...BETWEEN_GAPS_SECONDS)
    }
    if (this.silent || elapsed < this.nextGap || this.maps.length === 0) return
    this.silent = { mapId: this.random.pick(this.maps), until: elapsed + this.random.between(...GAP_SECONDS) }
    this.counts.gap++
  }

  private released(elapsed: number): FeedItem[] {
    const overfull = this.held.length - MAX_HELD
    const due = this.held.filter((held, index) => held.at <= elapsed || index < overfull)
    if (due.length > 0) this.held = this.held.filter((held, index) => held.at > elapsed && index >= overfull)
    return due.map((held) => held.item)
  }

  private passOne(item: FeedItem, elapsed: number, out: FeedItem[]): void {
    const spoilt = item.lane === 'locations' ? this.spoil(item) : item
    const silent = this.silent?.mapId === item.mapId ? this.silent : undefined
    if (silent && item.lane === 'locations') this.held.push({ at: silent.until, item: spoilt })
    else if (this.hit('late'))
      this.held.push({ at: elapsed + this.random.between(...LATE_SECONDS), item: spoilt })
    else out.push(spoilt)
    if (this.recent.length > 0 && this.hit('repeat')) out.push(this.random.pick(this.recent))
    this.recent.push(spoilt)
    if (this.recent.length > RECENT) this.recent.shift()
  }

  private hit(fault: keyof typeof FAULT_SHARES): boolean {
    if (!this.random.chance(FAULT_SHARES[fault])) return false
    this.counts[fault]++
    return true
  }

  /** A tag nobody registered, a position with a coordinate lost, or a place without any point. */
  private spoil(item: FeedItem): FeedItem {
    const { body } = item
    if (this.hit('unknownTag')) {
      const { AssetType: _type, AssetId: _id, ...rest } = body
      const tagId = `00:12:4B:FF:FF:${(16 + this.random.below(200)).toString(16).toUpperCase()}`
      const { hierarchyId, ...place } = rest
      // A provider's own hierarchy is not the internal one: a stray tag is only heard on a map.
      const where = hierarchyId === undefined ? place : { ...place, mapId: item.mapId, unit: 'px' }
      return { ...item, body: { ...where, tagId, provider: 'centrak' } }
    }
    if (body.mapId !== undefined && this.hit('missingCoordinates')) {
      const { y: _lost, ...rest } = body
      return { ...item, body: rest }
    }
    if (body.hierarchyId !== undefined && this.hit('withoutPoint')) {
      const { x: _x, y: _y, accuracy: _accuracy, ...rest } = body
      return { ...item, body: rest }
    }
    return item
  }
}
