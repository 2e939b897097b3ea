import type { DeliveryFeedDoc } from '@wardtrack/database'
import type { DeliveryFeed } from './delivery-feed.ts'

/** References of a feed document that remain to be delivered, and those in memory. */
type FeedEntry = { id: string; remaining: Set<string>; queued: Set<string>; isChanged: boolean }

/** Feed documents in progress in this process, and settled references that are not yet recorded in the store. */
export class FeedWindow {
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
