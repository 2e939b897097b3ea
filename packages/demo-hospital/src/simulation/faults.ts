import type { Random } from '../random.ts'
import type { FeedItem } from './feed-item.ts'

/** Frequency of each fault of a real feed, as shares of the events that can have it. */
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
/** Maximum number of held-back events; beyond it they are released early. */
const MAX_HELD = 5000

interface HeldEvent {
  readonly releaseAt: number
  readonly item: FeedItem
}

/** Simulates the faults of a hospital's network: repeated, late and damaged events, and bursts of whole floors. */
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
  private heldEvents: HeldEvent[] = []
  private silentMap: { mapId: string; until: number } | undefined
  private nextGap: number

  constructor(random: Random, maps: readonly string[]) {
    this.random = random
    this.maps = maps
    this.nextGap = random.between(...BETWEEN_GAPS_SECONDS)
  }

  /** Passes events on with faults. `elapsed`: simulated seconds since the start. */
  pass(items: readonly FeedItem[], elapsed: number): FeedItem[] {
    this.openOrCloseGap(elapsed)
    const passed = this.releaseDue(elapsed)
    for (const item of items) this.passOne(item, elapsed, passed)
    return passed
  }

  private openOrCloseGap(elapsed: number): void {
    if (this.silentMap && elapsed >= this.silentMap.until) {
      this.silentMap = undefined
      this.nextGap = elapsed + this.random.between(...BETWEEN_GAPS_SECONDS)
    }
    if (this.silentMap || elapsed < this.nextGap || this.maps.length === 0) return
    this.silentMap = {
      mapId: this.random.pick(this.maps),
      until: elapsed + this.random.between(...GAP_SECONDS),
    }
    this.counts.gap++
  }

  private releaseDue(elapsed: number): FeedItem[] {
    const overfull = this.heldEvents.length - MAX_HELD
    const due = this.heldEvents.filter(
      (heldEvent, index) => heldEvent.releaseAt <= elapsed || index < overfull,
    )
    if (due.length > 0)
      this.heldEvents = this.heldEvents.filter(
        (heldEvent, index) => heldEvent.releaseAt > elapsed && index >= overfull,
      )
    return due.map((heldEvent) => heldEvent.item)
  }

  private passOne(item: FeedItem, elapsed: number, passed: FeedItem[]): void {
    const damaged = item.lane === 'locations' ? this.damage(item) : item
    const silent = this.silentMap?.mapId === item.mapId ? this.silentMap : undefined
    if (silent && item.lane === 'locations') this.heldEvents.push({ releaseAt: silent.until, item: damaged })
    else if (this.happens('late'))
      this.heldEvents.push({ releaseAt: elapsed + this.random.between(...LATE_SECONDS), item: damaged })
    else passed.push(damaged)
    if (this.recent.length > 0 && this.happens('repeat')) passed.push(this.random.pick(this.recent))
    this.recent.push(damaged)
    if (this.recent.length > RECENT) this.recent.shift()
  }

  private happens(fault: keyof typeof FAULT_SHARES): boolean {
    if (!this.random.chance(FAULT_SHARES[fault])) return false
    this.counts[fault]++
    return true
  }

  /** Damages an event: an unregistered tag, a missing coordinate, or a place without a point. */
  private damage(item: FeedItem): FeedItem {
    const { body } = item
    if (this.happens('unknownTag')) {
      const { AssetType: _type, AssetId: _id, ...rest } = body
      const tagId = `00:12:4B:FF:FF:${(16 + this.random.below(200)).toString(16).toUpperCase()}`
      const { hierarchyId, ...place } = rest
      // A provider's hierarchy differs from the internal one, so an unregistered tag is only located on a map.
      const reportedPlace = hierarchyId === undefined ? place : { ...place, mapId: item.mapId, unit: 'px' }
      return { ...item, body: { ...reportedPlace, tagId, provider: 'centrak' } }
    }
    if (body.mapId !== undefined && this.happens('missingCoordinates')) {
      const { y: _lost, ...rest } = body
      return { ...item, body: rest }
    }
    if (body.hierarchyId !== undefined && this.happens('withoutPoint')) {
      const { x: _x, y: _y, accuracy: _accuracy, ...rest } = body
      return { ...item, body: rest }
    }
    return item
  }
}
