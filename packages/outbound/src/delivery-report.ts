import { readAddress } from './address-rules.ts'
import { type DeliveryFeed, feedTime } from './delivery-feed.ts'
import type { QueuedDelivery } from './delivery-lanes.ts'
import type { FeedTimes, FeedWorkerParts } from './feed-worker.types.ts'
import { excessOf, noteDropped, oldestAllowed } from './outbox-limits.ts'
import { isAccepted } from './retry-delay.ts'

const WRITE_EVERY_MS = 1_000

type Disclosure = { host: string; status: number; things: number; patients: Set<string> }

/**
 * Reports on deliveries to an address: in the store, in the audit log, in the metrics, and when the outbox is too
 * full.
 */
export class DeliveryReport {
  private readonly parts: FeedWorkerParts
  private readonly feed: DeliveryFeed
  private readonly times: FeedTimes
  private readonly disclosures = new Map<string, Disclosure>()
  private deliveredAt: Date | undefined
  private failed: { error: string; at: Date } | undefined
  private isErrorStored = true
  private nextWriteAt = 0
  private nextCheckAt = 0
  private isFull = false

  constructor(parts: FeedWorkerParts, feed: DeliveryFeed, times: FeedTimes) {
    this.parts = parts
    this.feed = feed
    this.times = times
  }

  noteAnswer({ patients }: QueuedDelivery, address: string, status: number): void {
    if (isAccepted(status)) this.deliveredAt = new Date()
    if (!patients) return
    const { host } = readAddress(address)
    const key = `${host} ${status}`
    const disclosure = this.disclosures.get(key) ?? { host, status, things: 0, patients: new Set() }
    disclosure.things += 1
    for (const patient of patients) disclosure.patients.add(patient)
    this.disclosures.set(key, disclosure)
  }

  noteError(error: string): void {
    this.failed = { error, at: new Date() }
  }

  /** Stores the changes since the last report. @param isFailing true when a delivery is being retried */
  async write(isFailing: boolean): Promise<void> {
    const now = performance.now()
    if (now < this.nextWriteAt) return
    this.nextWriteAt = now + WRITE_EVERY_MS
    const { deliveredAt, failed } = this
    const isOver = !isFailing && this.isErrorStored
    const $set = {
      ...(deliveredAt ? { lastDeliveredAt: deliveredAt } : {}),
      ...(failed && isFailing ? { lastError: failed.error, lastErrorAt: failed.at } : {}),
    }
    if (Object.keys($set).length === 0 && !isOver) return
    this.deliveredAt = undefined
    this.failed = undefined
    this.isErrorStored = isFailing
    await this.parts.db.models.deliveryAddresses.updateOne(
      { _id: this.parts.source.kind },
      {
        ...(Object.keys($set).length > 0 ? { $set } : {}),
        ...(isOver ? { $unset: { lastError: 1 as const, lastErrorAt: 1 as const } } : {}),
      },
      { upsert: true },
    )
  }

  /** Drops deliveries that are too old or too many. @returns true when any were dropped */
  async enforceLimits(): Promise<boolean> {
    const now = performance.now()
    if (now < this.nextCheckAt) return false
    this.nextCheckAt = now + this.times.checkMs
    this.noteDisclosures()
    const { limits } = this.parts
    const tooOld = await this.feed.discard(oldestAllowed(limits))
    const pending = await this.feed.pending()
    const tooMany = await this.feed.dropOldest(excessOf(pending, limits))
    const dropped = tooOld + tooMany
    await this.tell(pending - tooMany, dropped)
    return dropped > 0
  }

  async close(): Promise<void> {
    this.nextWriteAt = 0
    await this.write(this.failed !== undefined || this.isErrorStored)
    this.noteDisclosures()
  }

  private async tell(pending: number, dropped: number): Promise<void> {
    const { db, log, source, onFigures } = this.parts
    const oldest = await this.feed.oldest()
    const lagSeconds = oldest ? Math.max(0, (Date.now() - feedTime(oldest)) / 1000) : 0
    onFigures({ kind: source.kind, pending, lagSeconds, dropped })
    if (dropped === 0) {
      this.isFull = false
      return
    }
    if (!this.isFull)
      log.error({ kind: source.kind, dropped }, 'the outbox is full: what waited longest is not delivered')
    this.isFull = true
    await noteDropped(db, source.kind, dropped)
  }

  private noteDisclosures(): void {
    for (const disclosure of this.disclosures.values())
      this.parts.onDisclosure({ kind: this.parts.source.kind, ...disclosure })
    this.disclosures.clear()
  }
}
