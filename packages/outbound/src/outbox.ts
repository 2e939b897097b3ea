import type { Database, DeliveryDoc } from '@wardtrack/database'

/** Times of deliveries in milliseconds; tests shorten them. */
export type OutboxTimes = {
  /** the pause after the first failure; each further one doubles it */
  firstPauseMs: number
  longestPauseMs: number
  /** how long one attempt may take */
  timeoutMs: number
  /** how long an attempt keeps others off; whoever died meanwhile is waited for no longer */
  leaseMs: number
  /** how often the outbox is looked into without being told */
  lookMs: number
  /** how long attempts under way may go on when the process stops */
  graceMs: number
  /** how long what was delivered is remembered */
  rememberMs: number
}

/** What the product uses. */
export const OUTBOX_TIMES: OutboxTimes = {
  firstPauseMs: 1_000,
  longestPauseMs: 300_000,
  timeoutMs: 10_000,
  leaseMs: 30_000,
  lookMs: 1_000,
  graceMs: 3_000,
  rememberMs: 7 * 86_400_000,
}

/** The things of one kind in the outbox, for those who deliver them. */
export type Outbox = {
  /** takes the oldest that is due and keeps the others off it; null when none is */
  claim(): Promise<DeliveryDoc | null>
  delivered(entry: DeliveryDoc): Promise<void>
  /** @param pauseMs until the next attempt. @param unreachable whether the other side was out of reach */
  failed(entry: DeliveryDoc, reason: string, pauseMs: number, unreachable: boolean): Promise<void>
  /** what waited for an answer is due now: the other side is there again */
  retryUnreachable(): Promise<void>
  /** forgets what waits: there is nobody to deliver it to */
  drop(): Promise<number>
  /** forgets what was delivered long ago */
  prune(): Promise<void>
}

/** Opens the outbox of a kind. Several processes may work on it: an entry belongs to one of them at a time. */
export function openOutbox(db: Database, kind: string, times: OutboxTimes): Outbox {
  const { deliveries } = db
  const waiting = { kind, pending: true as const }
  const inMs = (ms: number): Date => new Date(Date.now() + ms)
  return {
    claim: () =>
      deliveries.findOneAndUpdate(
        { ...waiting, nextAt: { $lte: new Date() } },
        { $set: { nextAt: inMs(times.leaseMs) }, $inc: { attempts: 1 }, $unset: { unreachable: 1 } },
        { sort: { createdAt: 1, _id: 1 }, returnDocument: 'after' },
      ),
    delivered: async ({ _id }) => {
      await deliveries.updateOne(
        { _id },
        {
          $set: { deliveredAt: new Date(), payload: '' },
          $unset: { pending: 1, unreachable: 1, lastError: 1 },
        },
      )
    },
    failed: async ({ _id, attempts }, lastError, pauseMs, unreachable) => {
      await deliveries.updateOne(
        // Whoever else has taken it meanwhile decides about it.
        { _id, attempts, pending: true },
        {
          $set: { nextAt: inMs(pauseMs), lastError, ...(unreachable ? { unreachable: true as const } : {}) },
        },
      )
    },
    retryUnreachable: async () => {
      await deliveries.updateMany(
        { ...waiting, unreachable: true },
        { $set: { nextAt: new Date() }, $unset: { unreachable: 1 } },
      )
    },
    drop: async () => {
      // Asked once a second where nothing is ever delivered: a look is cheaper than a delete that finds nothing.
      if (!(await deliveries.findOne(waiting, { projection: { _id: 1 } }))) return 0
      return (await deliveries.deleteMany(waiting)).deletedCount
    },
    prune: async () => {
      await deliveries.deleteMany({ kind, deliveredAt: { $lt: inMs(-times.rememberMs) } })
    },
  }
}
