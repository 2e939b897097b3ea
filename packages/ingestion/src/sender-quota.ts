import type { Collection, Database } from '@wardtrack/database'
import type { Logger } from '@wardtrack/service-kit'
import { createStepQueue } from './step-queue.ts'

/** A document that counts for a sender (an ingestion key). */
type KeptDoc = { _id: string; sender?: string; receivedAt: Date; bytes?: number }

/** Collections with documents of senders. */
export type QuotaCollection = 'deadLetters' | 'deadLetterSources' | 'unresolved'

/** Quota of one collection for each sender: beyond it the oldest documents are deleted. */
export type SenderQuota = {
  /** counts stored documents; waits only when they flood the quota */
  noteAdded(added: readonly Pick<KeptDoc, 'sender' | 'bytes'>[]): Promise<void>
  /** resolves when all counted documents are within the quota */
  idle(): Promise<void>
  close(): Promise<void>
}

export type SenderQuotaOptions = {
  db: Database
  log: Logger
  collection: QuotaCollection
  maxCount: number
  maxBytes: number
  /** called with the number of deleted documents */
  onDropped(count: number): void
}

type Usage = { count: number; bytes: number }

/** Share of the quota that remains after a deletion, so that not every document causes a deletion. */
const TARGET = 0.9
/** Share of the quota beyond which senders wait until the oldest documents are deleted. */
const FLOOD = 1.2
const PAGE = 1_000

/**
 * Creates the quota of a collection. A sender's documents are counted in the store once, then in memory. An update
 * counts as a new document until the next count in the store. Several processes may enforce the quota at the same
 * time.
 */
export function createSenderQuota(options: SenderQuotaOptions): SenderQuota {
  const { db, log, maxCount, maxBytes } = options
  // driver: runs in parallel with thousands of inserts a second
  const collection = db.driver[options.collection] as unknown as Collection<KeptDoc>
  const usages = new Map<string, Usage>()
  const queue = createStepQueue((error) =>
    log.warn({ err: error }, 'a quota of ingestion is looked at later'),
  )

  const count = async (sender: string): Promise<Usage> => {
    const [sum] = await collection
      .aggregate<Usage>([
        { $match: { sender } },
        { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
      ])
      .toArray()
    return { count: sum?.count ?? 0, bytes: sum?.bytes ?? 0 }
  }
  const excess = (usage: Usage, share: number): boolean =>
    usage.count > maxCount * share || usage.bytes > maxBytes * share
  const trim = async (sender: string): Promise<void> => {
    const usage = await count(sender)
    usages.set(sender, usage)
    if (!excess(usage, 1)) return
    let dropped = 0
    while (!queue.isClosed() && excess(usage, TARGET)) {
      const oldest = await collection
        .find({ sender }, { projection: { bytes: 1 } })
        .sort({ receivedAt: 1 })
        .limit(PAGE)
        .toArray()
      const going: string[] = []
      for (const { _id, bytes = 0 } of oldest) {
        if (!excess(usage, TARGET)) break
        going.push(_id)
        usage.count -= 1
        usage.bytes -= bytes
      }
      if (going.length === 0) break
      await collection.deleteMany({ _id: { $in: going } })
      dropped += going.length
    }
    options.onDropped(dropped)
    log.warn(
      { key: sender, kind: options.collection, dropped, maxCount, maxBytes },
      'an ingestion key has more kept than it may: the oldest were dropped',
    )
  }
  return {
    noteAdded: async (added) => {
      let isFlood = false
      for (const { sender, bytes = 0 } of added) {
        if (sender === undefined) continue
        const usage = usages.get(sender)
        if (usage) {
          usage.count += 1
          usage.bytes += bytes
        }
        if (usage && !excess(usage, 1)) continue
        queue.add(sender, () => trim(sender))
        isFlood ||= usage !== undefined && excess(usage, FLOOD)
      }
      if (isFlood) await queue.idle()
    },
    idle: queue.idle,
    close: queue.close,
  }
}
