import type { DeliveryFeedDoc } from '@wardtrack/database'
import { type DeliveryFeed, feedTime } from './delivery-feed.ts'
import type { DeliveryLanes, QueuedDelivery } from './delivery-lanes.ts'
import type { FeedTimes, FeedWorkerParts } from './feed-worker.types.ts'
import type { Receiver } from './receivers.ts'

/** References of a feed document that remain to be delivered, and those in memory. */
type FeedEntry = { id: string; remaining: Set<string>; queued: Set<string>; isChanged: boolean }

/** Feed documents in progress in this process, and settled references that are not yet recorded in the store. */
class FeedWindow {
  private readonly feed: DeliveryFeed
  private readonly entries = new Map<string, FeedEntry>()

  constructor(feed: DeliveryFeed) {
    this.feed = feed
  }

  /** returns a document's references that are neither settled nor in memory, in order */
  open({ _id, refs }: DeliveryFeedDoc): string[] {
    const entry = this.entryOf(_id, refs)
    return [...entry.remaining].filter((ref) => !entry.queued.has(ref))
  }

  markQueued(id: string, ref: string): void {
    this.entries.get(id)?.queued.add(ref)
  }

  /** Marks a reference as no longer in memory: the next read of its document finds it again. */
  unqueue(id: string, ref: string): void {
    this.entries.get(id)?.queued.delete(ref)
  }

  settle(id: string, ref: string): void {
    const entry = this.entries.get(id)
    if (!entry?.remaining.delete(ref)) return
    entry.queued.delete(ref)
    entry.isChanged = true
  }

  get hasChanges(): boolean {
    for (const { isChanged } of this.entries.values()) if (isChanged) return true
    return false
  }

  /** Stores settled references; documents without references in memory are dropped from memory. */
  async flush(): Promise<void> {
    const changed = [...this.entries.values()].filter(({ isChanged }) => isChanged)
    const noted = changed.map((entry) => ({ entry, refs: [...entry.remaining] }))
    await this.feed.settle(noted.map(({ entry: { id }, refs }) => ({ id, refs })))
    for (const { entry, refs } of noted) entry.isChanged = entry.remaining.size !== refs.length
    for (const [id, { queued, isChanged }] of this.entries)
      if (queued.size === 0 && !isChanged) this.entries.delete(id)
  }

  clear(): void {
    this.entries.clear()
  }

  private entryOf(id: string, refs: readonly string[]): FeedEntry {
    const known = this.entries.get(id)
    if (known) return known
    const entry = { id, remaining: new Set(refs), queued: new Set<string>(), isChanged: false }
    this.entries.set(id, entry)
    return entry
  }
}

/**
 * Number of deliveries in memory below which more are read: enough for all attempts, and limited however long the
 * feed is.
 */
const LOW_THINGS = 1_000
const DOCS_OF_A_READ = 50
/** Number of references that are loaded together. */
const REFS_OF_A_LOAD = 500
/**
 * Limit of references in memory that wait for their objects to be stored; others are found when the feed is read
 * again.
 */
const MAX_AWAITED = 1_000

type FeedThing = Pick<QueuedDelivery, 'feedId' | 'ref'>

/** Loads the feed's deliveries into the lanes, in order, and records in the feed which were delivered. */
export class FeedReader {
  private readonly parts: FeedWorkerParts
  private readonly feed: DeliveryFeed
  private readonly lanes: DeliveryLanes
  private readonly times: FeedTimes
  private readonly window: FeedWindow
  /** position of the last read document; empty before the first */
  private after = ''
  /** references whose objects were not stored yet, in order */
  private awaited: FeedThing[] = []
  private rescanAt = 0
  private isExhausted = false

  constructor(parts: FeedWorkerParts, feed: DeliveryFeed, lanes: DeliveryLanes, times: FeedTimes) {
    this.parts = parts
    this.feed = feed
    this.lanes = lanes
    this.times = times
    this.window = new FeedWindow(feed)
  }

  /** true when memory has room for more and the feed may have more */
  get isLow(): boolean {
    return !this.isExhausted && this.lanes.size < LOW_THINGS / 2
  }

  get hasChanges(): boolean {
    return this.window.hasChanges
  }

  settle({ feedId, ref }: QueuedDelivery): void {
    this.window.settle(feedId, ref)
  }

  /** Leaves deliveries in the feed, because memory has no room now. */
  leave(things: readonly QueuedDelivery[]): void {
    for (const { feedId, ref } of things) this.window.unqueue(feedId, ref)
  }

  flush(): Promise<void> {
    return this.window.flush()
  }

  /** Clears memory: another process delivers, or documents were dropped. */
  clear(): void {
    this.lanes.clear()
    this.window.clear()
    this.awaited = []
    this.after = ''
  }

  /** Drops all waiting deliveries, because no receiver is set. */
  async discard(): Promise<void> {
    this.clear()
    const dropped = await this.feed.discard()
    if (dropped > 0)
      this.parts.log.info(
        { dropped, kind: this.parts.source.kind },
        'no address is set: what waited is not delivered',
      )
  }

  /** Reads until memory is full enough or the feed has no more. */
  async fill(receiver: Receiver): Promise<void> {
    const now = performance.now()
    // The feed is sometimes read from its beginning: other processes may have added references before the last read
    // position.
    if (now >= this.rescanAt || this.lanes.hasSkipped) {
      this.rescanAt = now + this.times.rescanMs
      this.after = ''
      this.lanes.takeUpSkipped()
    }
    this.isExhausted = false
    while (this.lanes.size < LOW_THINGS && !this.isExhausted) {
      const docs = await this.feed.read(this.after, DOCS_OF_A_READ)
      this.isExhausted = docs.length === 0
      await this.queueUntilFull(docs, receiver)
    }
    await this.queue([], receiver)
  }

  /** Loads documents in groups until memory is full enough; the others are read again later. */
  private async queueUntilFull(docs: readonly DeliveryFeedDoc[], receiver: Receiver): Promise<void> {
    let things: FeedThing[] = []
    for (const [index, doc] of docs.entries()) {
      things.push(...this.window.open(doc).map((ref) => ({ feedId: doc._id, ref })))
      if (things.length < REFS_OF_A_LOAD && index < docs.length - 1) continue
      await this.queue(things, receiver)
      things = []
      this.after = doc._id
      if (this.lanes.size >= LOW_THINGS) return
    }
  }

  /**
   * Appends deliveries to their lanes, after the awaited ones. A sender adds the next object of a lane only after the
   * awaited object is stored, so that the order is kept.
   */
  private async queue(following: readonly FeedThing[], receiver: Receiver): Promise<void> {
    const things = [...this.awaited, ...following]
    if (things.length === 0) return
    const found = await this.parts.source.load([...new Set(things.map(({ ref }) => ref))])
    this.awaited = []
    for (const thing of things) {
      const { feedId, ref } = thing
      const delivery = found.get(ref)
      if (delivery === undefined) this.awaitStored(thing)
      else if (delivery === null) this.window.settle(feedId, ref)
      else if (delivery.patients && !receiver.mayReceivePatients) this.window.settle(feedId, ref)
      else if (this.lanes.push({ ...delivery, feedId, ref })) this.window.markQueued(feedId, ref)
      else this.window.unqueue(feedId, ref)
    }
  }

  /** Waits for an object that is not stored yet: the feed and the object are written in parallel. */
  private awaitStored(thing: FeedThing): void {
    const { feedId, ref } = thing
    if (Date.now() - feedTime({ _id: feedId }) > this.times.missingMs) this.window.settle(feedId, ref)
    else if (this.awaited.length < MAX_AWAITED) {
      this.window.markQueued(feedId, ref)
      this.awaited.push(thing)
    } else this.window.unqueue(feedId, ref)
  }
}
