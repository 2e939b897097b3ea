/** One thing to deliver. */
export type Delivery = {
  /** goes along as `Idempotency-Key`: the same for every attempt and redelivery */
  key: string
  /** things of one lane go out one after the other, in their order; usually an asset */
  lane: string
  /** JSON text */
  payload: string
  /** internal ids of the patients that it tells of */
  patients?: readonly string[]
}

/** A delivery and where in the feed it stands. */
export type QueuedDelivery = Delivery & { feedId: string; ref: string }

type Lane = {
  key: string
  things: QueuedDelivery[]
  isBusy: boolean
  /** answers in a row that accept nothing of its first thing */
  refusals: number
  retryAt: number
  /** things of it were left in the feed: until those are read, later ones are left there too */
  isSkipping: boolean
}

/** Things that a lane keeps in memory while its first one is refused; the others wait in the feed. */
const MAX_BLOCKED = 10
/**
 * Refusals after which a thing no longer holds up its lane: it is tried on by itself. By then the pauses have added up
 * to about a quarter of an hour.
 */
const MAX_BLOCKING_REFUSALS = 10

/** What is in memory on its way to one address, by lane. */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>()
  /** lanes that may have something to send, in the order in which they came to it */
  private readonly ready = new Set<Lane>()
  private count = 0

  /** things in memory */
  get size(): number {
    return this.count
  }

  /** whether things of a lane that goes on were left in the feed */
  get hasSkipped(): boolean {
    for (const lane of this.lanes.values()) if (lane.isSkipping && lane.refusals === 0) return true
    return false
  }

  /** whether the first thing of any lane is refused again and again */
  get isAnyRefused(): boolean {
    for (const lane of this.lanes.values()) if (lane.refusals > 0) return true
    return false
  }

  /** Puts a thing behind those of its lane; false when it is to be left in the feed for now. */
  push(thing: QueuedDelivery): boolean {
    const lane = this.laneOf(thing.lane)
    if (lane.isSkipping || (lane.refusals > 0 && lane.things.length >= MAX_BLOCKED)) {
      lane.isSkipping = true
      return false
    }
    lane.things.push(thing)
    this.count += 1
    if (!lane.isBusy) this.ready.add(lane)
    return true
  }

  /** Takes the first thing of a lane that may send now; its lane waits until the thing is settled. */
  next(now: number): QueuedDelivery | undefined {
    for (const lane of this.ready) {
      if (lane.retryAt > now) continue
      this.ready.delete(lane)
      lane.isBusy = true
      return lane.things[0]
    }
    return undefined
  }

  /** when the next lane may try again; undefined when none waits */
  nextRetryAt(): number | undefined {
    let next: number | undefined
    for (const { retryAt } of this.ready) if (next === undefined || retryAt < next) next = retryAt
    return next
  }

  /** The thing was accepted. */
  succeed(thing: QueuedDelivery): void {
    const lane = this.laneWith(thing)
    if (!lane) return
    this.removeFirst(lane)
    lane.refusals = 0
    this.release(lane)
  }

  /**
   * The thing was refused: its lane waits.
   * @param retryAtAfter when it may be tried again, after so many refusals in a row
   * @returns the things that are left in the feed for now
   */
  refuse(thing: QueuedDelivery, retryAtAfter: (refusals: number) => number): QueuedDelivery[] {
    const lane = this.laneWith(thing)
    if (!lane) return []
    lane.refusals += 1
    const retryAt = retryAtAfter(lane.refusals)
    if (lane.refusals >= MAX_BLOCKING_REFUSALS && !isAside(thing)) {
      this.setAside(lane, retryAt)
      return []
    }
    lane.retryAt = retryAt
    const overflow = lane.things.splice(MAX_BLOCKED)
    this.count -= overflow.length
    if (overflow.length > 0) lane.isSkipping = true
    this.release(lane)
    return overflow
  }

  /** The thing was not answered at all: it is the first of its lane again. */
  putBack(thing: QueuedDelivery): void {
    const lane = this.laneWith(thing)
    if (lane) this.release(lane)
  }

  /** Everything may be tried now: there is another address. */
  retryAll(): void {
    for (const lane of this.lanes.values()) lane.retryAt = 0
  }

  /** The feed is read from its beginning: lanes that left things there take them up again. */
  takeUpSkipped(): void {
    for (const [key, lane] of this.lanes) {
      if (lane.refusals === 0) lane.isSkipping = false
      if (lane.things.length === 0 && !lane.isBusy && !lane.isSkipping) this.lanes.delete(key)
    }
  }

  clear(): void {
    this.lanes.clear()
    this.ready.clear()
    this.count = 0
  }

  private laneOf(key: string): Lane {
    const known = this.lanes.get(key)
    if (known) return known
    const lane: Lane = { key, things: [], isBusy: false, refusals: 0, retryAt: 0, isSkipping: false }
    this.lanes.set(key, lane)
    return lane
  }

  /** The lane that a thing is the first of; none when memory was cleared meanwhile. */
  private laneWith(thing: QueuedDelivery): Lane | undefined {
    const lane = this.lanes.get(thing.lane)
    return lane?.things[0] === thing ? lane : undefined
  }

  private removeFirst(lane: Lane): void {
    lane.things.shift()
    this.count -= 1
    lane.retryAt = 0
  }

  private release(lane: Lane): void {
    lane.isBusy = false
    if (lane.things.length > 0) this.ready.add(lane)
    else if (!lane.isSkipping) this.lanes.delete(lane.key)
  }

  /** Gives the first thing a lane of its own, in which it is tried on. */
  private setAside(lane: Lane, retryAt: number): void {
    const [thing] = lane.things
    const refusals = lane.refusals
    this.removeFirst(lane)
    lane.refusals = 0
    this.release(lane)
    if (!thing) return
    const asideLane = this.laneOf(`${ASIDE}${thing.feedId}|${thing.ref}`)
    asideLane.things.push({ ...thing, lane: asideLane.key })
    asideLane.refusals = refusals
    asideLane.retryAt = retryAt
    this.count += 1
    this.release(asideLane)
  }
}

const ASIDE = 'aside|'
const isAside = ({ lane }: QueuedDelivery): boolean => lane.startsWith(ASIDE)
