import { type AttemptDoc, type Database, isDuplicateKey, trusted } from '@wardtrack/database'

/** Number of failures allowed within a window, and length of the block after further failures. */
export type AttemptLimit = {
  failures: number
  /** length of the first block; each further block is twice as long */
  blockMs: number
  longestMs: number
}

const WINDOW_MS = 15 * 60_000
/** Time for which an ended block is remembered, so that the next block is longer. */
const MEMORY_MS = 24 * 3_600_000

/** Counts failed attempts by key in the store, so that all processes count together. */
export class AttemptCounter {
  private readonly db: Database
  private readonly now: () => number

  constructor(db: Database, now: () => number) {
    this.db = db
    this.now = now
  }

  /**
   * Counts an attempt.
   * @returns milliseconds for which attempts are blocked from now, 0 when this attempt may proceed; and whether the
   * block began with this attempt
   */
  async count(key: string, limit: AttemptLimit): Promise<{ blockedMs: number; isNewBlock: boolean }> {
    const attempt = await this.increment(key)
    if (attempt.count <= limit.failures) return { blockedMs: 0, isNewBlock: false }
    if (attempt.blockedUntil) return { blockedMs: this.until(attempt.blockedUntil), isNewBlock: false }
    return this.block(key, attempt, limit)
  }

  /** Removes an attempt from the count, because it did not fail. */
  async takeBack(key: string): Promise<void> {
    await this.db.models.attempts.updateOne({ _id: key, count: trusted({ $gt: 0 }) }, { $inc: { count: -1 } })
  }

  /** Forgets all attempts of a key. */
  async clear(key: string): Promise<void> {
    await this.db.models.attempts.deleteOne({ _id: key })
  }

  private async increment(key: string): Promise<AttemptDoc> {
    const now = this.now()
    const live = { _id: key, windowEndsAt: trusted({ $gt: new Date(now) }) }
    const found = await this.db.models.attempts.findOneAndUpdate(live, { $inc: { count: 1 } })
    if (found) return found
    const windowEndsAt = new Date(now + WINDOW_MS)
    const begun = { count: 1, windowEndsAt, expiresAt: new Date(now + WINDOW_MS + MEMORY_MS) }
    const stale = { _id: key, windowEndsAt: trusted({ $lte: new Date(now) }) }
    try {
      const change = { $set: begun, $unset: { blockedUntil: 1 } } as const
      await this.db.models.attempts.updateOne(stale, change, { upsert: true })
      return { _id: key, ...begun }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return this.increment(key)
    }
  }

  private async block(key: string, { blocks = 0 }: AttemptDoc, { blockMs, longestMs }: AttemptLimit) {
    const blockedMs = Math.min(blockMs * 2 ** blocks, longestMs)
    const end = this.now() + blockedMs
    const free = { _id: key, blockedUntil: trusted({ $exists: false }) }
    const change = {
      $set: {
        blocks: blocks + 1,
        blockedUntil: new Date(end),
        windowEndsAt: new Date(end),
        expiresAt: new Date(end + MEMORY_MS),
      },
    }
    const { modifiedCount } = await this.db.models.attempts.updateOne(free, change)
    return { blockedMs, isNewBlock: modifiedCount === 1 }
  }

  private until(time: Date): number {
    return time.getTime() - this.now()
  }
}
