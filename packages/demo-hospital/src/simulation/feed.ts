import { type Random, seededRandom } from '../random.ts'
import { FaultInjector } from './faults.ts'
import type { FeedItem } from './feed-item.ts'
import { locationEvent } from './location-events.ts'
import { statusEvent } from './status-events.ts'
import { wifiModel } from './wifi.ts'
import type { TrackedAsset, World } from './world.types.ts'

export interface FeedOptions {
  readonly seed: number
  /** Events per second, locations and states together. */
  readonly rate: number
  /** Time of the first event, milliseconds since 1970. */
  readonly startMs: number
  readonly faults: boolean
}

/** One source of events: an asset's position or its state, and the time of its last event. */
interface Source {
  readonly kind: 'location' | 'status'
  readonly tracked: TrackedAsset
  /** Error of this asset's clock, in milliseconds. */
  readonly skew: number
  lastEventAt: number
  urgency: number
}

/** Frequency of events from moving assets relative to resting ones; states are in between. */
const MOVING_WEIGHT = 8
const RESTING_WEIGHT = 1
const STATUS_WEIGHT = 0.6
/** Share of assets with a wrong clock, and the maximum error. */
const SKEWED_SHARE = 0.04
const SKEW_MS = 3000
/** Share of assets that have been silent for hours at the start, which a console shows as stale. */
const STALE_SHARE = 0.02
const STALE_SECONDS = [2 * 3600, 5 * 3600] as const

/** Converts a world to events at a steady rate, most urgent first; the same seed gives the same events. */
export class Feed {
  readonly faults: FaultInjector | undefined
  private readonly world: World
  private readonly options: FeedOptions
  private readonly random: Random
  private readonly sources: Source[]
  private readonly signal: (floor: number, x: number, y: number) => number
  private readonly run: string
  private budget = 0
  private elapsed = 0
  private sequence = 0

  constructor(world: World, options: FeedOptions) {
    this.world = world
    this.options = options
    this.random = seededRandom(options.seed ^ 0x5f3759df)
    this.signal = wifiModel(world.graph.floors)
    this.run = `${options.startMs.toString(36)}-${(options.seed >>> 0).toString(36)}`
    this.sources = world.tracked.flatMap((tracked) => this.sourcesOf(tracked))
    const maps = world.graph.floors.map((map) => map.mapId)
    this.faults = options.faults ? new FaultInjector(this.random, maps) : undefined
  }

  private sourcesOf(tracked: TrackedAsset): Source[] {
    const skewed = this.options.faults && this.random.chance(SKEWED_SHARE)
    const skew = skewed ? Math.round(this.random.between(-SKEW_MS, SKEW_MS)) : 0
    const lastEventAt = -this.random.between(600, 900)
    const location: Source = { kind: 'location', tracked, skew, lastEventAt, urgency: 0 }
    return tracked.device ? [location, { ...location, kind: 'status' }] : [location]
  }

  /** Returns the events of the initial state: every asset once, the stale ones with an old time. */
  initialEvents(): FeedItem[] {
    return this.sources.flatMap((source) => {
      const stale = this.staleAt(source)
      if (!stale) return []
      source.lastEventAt = 0
      return [this.withTime(this.eventOf(source), this.options.startMs - stale * 1000)]
    })
  }

  /** Returns seconds since a stale device's last event, or undefined; the position's source decides once. */
  private staleAt(source: Source): number | undefined {
    const { device, linked } = source.tracked
    if (!device) return undefined
    if (source.kind === 'location' && !linked && this.random.chance(STALE_SHARE)) {
      device.online = false
      device.secondsToReturn = this.random.between(...STALE_SECONDS)
    }
    return device.online ? undefined : device.secondsToReturn
  }

  /** Current time of the feed, milliseconds since 1970. */
  get clock(): number {
    return this.options.startMs + this.elapsed * 1000
  }

  /** Advances the time without movements and events, for example after the machine slept. */
  skip(seconds: number): void {
    this.elapsed += seconds
  }

  /** Advances the world by some seconds and returns the events of that time. */
  advance(seconds: number, rate = this.options.rate): FeedItem[] {
    this.world.advance(seconds)
    this.elapsed += seconds
    this.budget += rate * seconds
    const eventCount = Math.floor(this.budget)
    this.budget -= eventCount
    const items = this.mostUrgent(eventCount).map((source) => this.nextEvent(source, seconds))
    return this.faults ? this.faults.pass(items, this.elapsed) : items
  }

  private mostUrgent(count: number): Source[] {
    for (const source of this.sources) source.urgency = this.urgencyOf(source)
    const ready = this.sources.filter((source) => source.urgency > 0)
    ready.sort((a, b) => b.urgency - a.urgency)
    return ready.slice(0, count)
  }

  private urgencyOf({ kind, tracked, lastEventAt }: Source): number {
    const { device } = tracked
    if (kind === 'status' && tracked.connectionChanged) return Number.MAX_SAFE_INTEGER
    if (device && !device.online) return 0
    const waited = this.elapsed - lastEventAt
    if (kind === 'status') return waited * STATUS_WEIGHT
    return waited * (tracked.moving ? MOVING_WEIGHT : RESTING_WEIGHT)
  }

  private nextEvent(source: Source, window: number): FeedItem {
    source.lastEventAt = this.elapsed
    if (source.kind === 'status') source.tracked.connectionChanged = false
    const back = this.random.next() * window * 0.9
    return this.withTime(
      this.eventOf(source),
      this.options.startMs + (this.elapsed - back) * 1000 + source.skew,
    )
  }

  private eventOf({ kind, tracked }: Source): FeedItem {
    const { floor, x, y } = tracked.position
    const map = this.world.graph.floors[floor]
    if (!map) throw new Error(`No floor ${floor}`)
    if (kind === 'status' && tracked.device)
      return statusEvent(tracked, tracked.device, this.signal(floor, x, y), map.mapId, this.random)
    return locationEvent(tracked, map, this.random)
  }

  /** Adds the time and, as most feeds do, a number. Events without a number are identified by asset and time. */
  private withTime(item: FeedItem, timeMs: number): FeedItem {
    const time = new Date(Math.round(timeMs)).toISOString()
    this.sequence++
    const eventId = this.random.chance(0.7) ? { eventId: `${this.run}-${this.sequence.toString(36)}` } : {}
    return { ...item, body: { ...item.body, time, ...eventId } }
  }
}
