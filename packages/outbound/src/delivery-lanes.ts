/** One delivery. */
export type Delivery = {
  /** sent as `Idempotency-Key`: the same for every attempt and redelivery */
  key: string
  /** deliveries of one lane are sent in order, one after the other; a lane is usually an asset */
  lane: string
  /** JSON text */
  payload: string
  /** internal ids of the patients in the payload */
  patients?: readonly string[]
}

/** A delivery and its position in the feed. */
export type QueuedDelivery = Delivery & { feedId: string; ref: string }

type Lane = {
  key: string
  things: QueuedDelivery[]
  isBusy: boolean
  /** number of consecutive refusals of its first delivery */
  refusals: number
  retryAt: number
  /** true when deliveries of the lane were left in the feed: until those are read, later ones are left there too */
  isSkipping: boolean
}

/** Limit of a lane's deliveries in memory while its first one is refused; the others wait in the feed. */
const MAX_BLOCKED = 10
/**
 * Refusals after which a delivery no longer blocks its lane, and is retried separately. By then the pauses add up to
 * about a quarter of an hour.
 */
const MAX_BLOCKING_REFUSALS = 10

/** Deliveries in memory for one address, by lane. */
export class DeliveryLanes {
  private readonly lanes = new Map<string, Lane>()
  /** lanes that may have a delivery to send, in the order of becoming ready */
  private readonly ready = new Set<Lane>()
  private count = 0

  /** number of deliveries in memory */
  get size(): number {
    return this.count
  }

  /** true when a working lane left deliveries in the feed */
  get hasSkipped(): boolean {
    for (const lane of this.lanes.values()) if (lane.isSkipping && lane.refusals === 0) return true
    return false
  }

  /** true when the first delivery of any lane is being refused */
  get isAnyRefused(): boolean {
    for (const lane of this.lanes.values()) if (lane.refusals > 0) return true
    return false
  }

  /** Appends a delivery to its lane; false when it must stay in the feed for now. */
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

  /** Takes the first delivery of a lane that may send now; the lane waits until the delivery is settled. */
  next(now: number): QueuedDelivery | undefined {
    for (const lane of this.ready) {
      if (lane.retryAt > now) continue
      this.ready.delete(lane)
      lane.isBusy = true
      return lane.things[0]
    }
    return undefined
  }

  /** returns the time of the next lane's retry; undefined when none waits */
  nextRetryAt(): number | undefined {
    let next: number | undefined
    for (const { retryAt } of this.ready) if (next === undefined || retryAt < next) next = retryAt
    return next
  }

  /** Removes an accepted delivery. */
  succeed(thing: QueuedDelivery): void {
    const lane = this.laneWith(thing)
    if (!lane) return
    this.removeFirst(lane)
    lane.refusals = 0
    this.release(lane)
  }

  /**
   * Pauses the lane of a refused delivery.
   * @param retryAtAfter returns the time of the retry after a number of consecutive refusals
   * @returns the deliveries that stay in the feed for now
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

  /** Returns an unanswered delivery to the front of its lane. */
  putBack(thing: QueuedDelivery): void {
    const lane = this.laneWith(thing)
    if (lane) this.release(lane)
  }

  /** Allows all retries now, because the address has changed. */
  retryAll(): void {
    for (const lane of this.lanes.values()) lane.retryAt = 0
  }

  /** Lets lanes take their skipped deliveries again, because the feed is read from its beginning. */
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

  /** Returns the lane whose first delivery is given; undefined when memory was cleared meanwhile. */
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

  /** Moves the first delivery to a separate lane, where it is retried. */
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
