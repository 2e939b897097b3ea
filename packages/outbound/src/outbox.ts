import { type Database, type DeliveryDoc, ignoreDuplicates, trusted } from '@wardtrack/database'
import { excessOf, type OutboxLimits, oldestAllowed } from './outbox-limits.ts'
import { MAX_JITTER } from './retry-delay.ts'

/** Times of deliveries in milliseconds; tests shorten them. */
export type OutboxTimes = {
  /** pause after the first failure; it doubles with each further one */
  firstPauseMs: number
  longestPauseMs: number
  /** time limit of one attempt */
  timeoutMs: number
  /** time for which an attempt excludes other workers, also when its own worker dies */
  leaseMs: number
  /** interval between reads of the outbox without a wake-up */
  pollMs: number
  /** interval between searches for deliveries that wait longer than any pause */
  overdueMs: number
  /** time for attempts in progress when the process stops */
  graceMs: number
  /** time for which accepted deliveries are kept */
  rememberMs: number
}

/** Default times. */
export const OUTBOX_TIMES: OutboxTimes = {
  firstPauseMs: 1_000,
  longestPauseMs: 300_000,
  timeoutMs: 10_000,
  leaseMs: 30_000,
  pollMs: 1_000,
  overdueMs: 60_000,
  graceMs: 3_000,
  rememberMs: 7 * 86_400_000,
}

/** A new delivery: its id within its kind (sent as `Idempotency-Key`), its JSON text, and its patient flag. */
export type NewDelivery = {
  id: string
  payload: string
  ofPatients?: boolean
  /** deliveries of one lane are sent one after the other, in the order of creation */
  lane?: string
}

/** Progress of the deliveries of one kind. */
export type DeliveryState = {
  pending: number
  lastDeliveredAt?: string
  lastError?: string
  /** creation time of the oldest waiting delivery */
  oldestAt?: string
}

/** Reason of a failed attempt, and its consequences. */
export type DeliveryFailure = {
  reason: string
  /** milliseconds until the next attempt */
  pauseMs: number
  /** true when the receiver gave no answer, which affects all deliveries of the kind */
  isUnreachable?: boolean
  /** true when the receiver accepts nothing of the lane now */
  isLaneAway?: boolean
}

/** Stored deliveries of one kind, for their workers. */
export type Outbox = {
  /**
   * Claims the delivery that has been due longest, so that no other worker takes it; null when none is due. A
   * delivery behind an earlier one of its lane waits until that one is delivered.
   * @param skipAway true to leave out deliveries whose receiver accepted nothing at the last attempt
   */
  claim(skipAway?: boolean): Promise<DeliveryDoc | null>
  markDelivered(entry: DeliveryDoc): Promise<void>
  /** records that the receiver will never accept it; it is not retried automatically */
  giveUp(entry: DeliveryDoc, reason: string): Promise<void>
  markFailed(entry: DeliveryDoc, failure: DeliveryFailure): Promise<void>
  /** makes deliveries due, oldest first, that failed while the receiver was unreachable, because it answers now */
  retryUnreachable(): Promise<void>
  /** makes all waiting deliveries due, because the address has changed; attempts in progress continue */
  retryAll(): Promise<void>
  /** makes deliveries due that wait longer than any pause: a clock that was ahead postponed them */
  retryOverdue(): Promise<void>
  /** deletes waiting deliveries, because no receiver is set */
  discardPending(): Promise<number>
  prune(): Promise<void>
  /** drops deliveries that are too old or too many, oldest first. @returns number of dropped deliveries */
  enforceLimits(limits: OutboxLimits): Promise<number>
}

/** Attempts after which a refused delivery no longer blocks its lane, and is retried separately. */
const MAX_BLOCKING_ATTEMPTS = 10

type PutOff = NonNullable<Parameters<Database['driver']['deliveries']['find']>[0]>

/** Number of deliveries that one command makes due. */
const RETRY_PORTION = 1_000
/** Members that mark why a delivery waits for another attempt. */
const REASONS_TO_WAIT = { unreachable: 1, refused: 1, blocked: 1 } as const

/** Opens the outbox of a kind. Several processes may use it: only one at a time works on a delivery. */
export function openOutbox(db: Database, kind: string, times: OutboxTimes): Outbox {
  // driver: every delivery is claimed and settled here, a hot path
  const { deliveries } = db.driver
  const waiting = { kind, pending: true as const }
  const msFromNow = (ms: number): Date => new Date(Date.now() + ms)
  const claimDue = (skipAway: boolean): Promise<DeliveryDoc | null> =>
    deliveries.findOneAndUpdate(
      { ...waiting, nextAt: { $lte: new Date() }, ...(skipAway ? { laneAway: { $exists: false } } : {}) },
      {
        $set: { nextAt: msFromNow(times.leaseMs) },
        $inc: { attempts: 1 },
        $unset: REASONS_TO_WAIT,
      },
      // The order of the index avoids reading the backlog that is not due yet.
      { sort: { nextAt: 1, _id: 1 }, returnDocument: 'after' },
    )
  /** Finds an earlier delivery of the same lane that blocks a delivery. */
  const findBlocking = async ({ _id, lane, createdAt }: DeliveryDoc) => {
    if (lane === undefined) return null
    const earlier = [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }]
    const blocking = [{ attempts: { $lt: MAX_BLOCKING_ATTEMPTS } }, { laneAway: true as const }]
    const filter = { ...waiting, lane, $and: [{ $or: earlier }, { $or: blocking }] }
    return deliveries.findOne(filter, { projection: { laneAway: 1 }, sort: { createdAt: 1, _id: 1 } })
  }
  /** Makes postponed deliveries due, in the order of creation. */
  const retryNow = async (putOff: PutOff, limit = 0): Promise<void> => {
    const found = deliveries.find({ ...waiting, ...putOff }, { projection: { createdAt: 1 }, limit })
    let retries = []
    for await (const { _id, createdAt } of found.sort({ createdAt: 1, _id: 1 })) {
      const update = { $set: { nextAt: createdAt }, $unset: REASONS_TO_WAIT }
      // The filter skips deliveries that another worker has claimed meanwhile.
      retries.push({ updateOne: { filter: { ...putOff, _id }, update } })
      if (retries.length < RETRY_PORTION) continue
      await deliveries.bulkWrite(retries, { ordered: false })
      retries = []
    }
    if (retries.length > 0) await deliveries.bulkWrite(retries, { ordered: false })
  }
  /** Makes the next delivery of a lane due, which waited for the one before it. */
  const releaseLane = async (lane: string | undefined): Promise<void> => {
    if (lane === undefined) return
    await retryNow({ lane, blocked: true }, 1)
  }
  return {
    claim: async (skipAway = false) => {
      for (;;) {
        const entry = await claimDue(skipAway)
        const blocking = entry && (await findBlocking(entry))
        if (!blocking) return entry
        // It is released together with the blocking delivery; while the receiver is unreachable, earlier checks are
        // useless.
        const pauseMs = blocking.laneAway ? times.longestPauseMs : times.leaseMs
        await deliveries.updateOne(
          { _id: entry._id, attempts: entry.attempts },
          { $set: { nextAt: msFromNow(pauseMs), blocked: true }, $inc: { attempts: -1 } },
        )
      }
    },
    markDelivered: async ({ _id, lane }) => {
      await deliveries.updateOne(
        { _id },
        {
          $set: { deliveredAt: new Date(), payload: '' },
          $unset: { pending: 1, unreachable: 1, refused: 1, lastError: 1 },
        },
      )
      await releaseLane(lane)
    },
    giveUp: async ({ _id, lane, attempts }, lastError) => {
      await deliveries.updateOne(
        // If another worker has claimed the delivery meanwhile, that worker decides.
        { _id, attempts, pending: true },
        {
          $set: { failedAt: new Date(), lastError },
          $unset: { pending: 1, unreachable: 1, refused: 1 },
        },
      )
      await releaseLane(lane)
    },
    markFailed: async ({ _id, attempts }, { reason, pauseMs, isUnreachable, isLaneAway }) => {
      await deliveries.updateOne(
        // If another worker has claimed the delivery meanwhile, that worker decides.
        { _id, attempts, pending: true },
        {
          $set: {
            nextAt: msFromNow(pauseMs),
            lastError: reason,
            ...(isUnreachable ? { unreachable: true as const } : { refused: true as const }),
            ...(isLaneAway ? { laneAway: true as const } : {}),
          },
          ...(isLaneAway ? {} : { $unset: { laneAway: 1 as const } }),
        },
      )
    },
    retryUnreachable: async () => {
      await retryNow({ unreachable: true })
    },
    retryAll: async () => {
      await retryNow({ $or: [{ unreachable: true }, { refused: true }] })
    },
    retryOverdue: async () => {
      const longestMs = Math.max(times.longestPauseMs * (1 + MAX_JITTER), times.leaseMs)
      const overdue = { ...waiting, nextAt: { $gt: msFromNow(longestMs) } }
      // `createdAt` cannot be used: it may come from the same clock.
      await deliveries.updateMany(overdue, { $set: { nextAt: new Date() } })
    },
    discardPending: async () => {
      // Called once a second even where nothing is ever delivered: a read is cheaper than a delete without matches.
      if (!(await deliveries.findOne(waiting, { projection: { _id: 1 } }))) return 0
      return (await deliveries.deleteMany(waiting)).deletedCount
    },
    prune: async () => {
      const before = { $lt: msFromNow(-times.rememberMs) }
      await deliveries.deleteMany({ kind, deliveredAt: before })
      await deliveries.deleteMany({ kind, failedAt: before })
    },
    enforceLimits: async (limits) => {
      const tooOld = { ...waiting, createdAt: { $lt: new Date(oldestAllowed(limits)) } }
      const old = (await deliveries.deleteMany(tooOld)).deletedCount
      const excess = excessOf(await deliveries.countDocuments(waiting), limits)
      if (excess === 0) return old
      const oldest = deliveries.find(waiting).sort({ createdAt: 1, _id: 1 }).limit(excess).project({ _id: 1 })
      const ids = (await oldest.toArray()).map(({ _id }) => String(_id))
      return old + (await deliveries.deleteMany({ _id: { $in: ids } })).deletedCount
    },
  }
}

/**
 * Adds deliveries to the outbox, from where a worker takes them. Existing ones stay as they are, delivered or not, so
 * that the call may be repeated.
 * @throws when any of them could not be stored; the others are stored
 */
export async function addDeliveries(
  db: Database,
  kind: string,
  newDeliveries: readonly NewDelivery[],
): Promise<void> {
  if (newDeliveries.length === 0) return
  const writes = toEntries(kind, newDeliveries).map(({ filter, entry }) => ({
    updateOne: { filter, update: { $setOnInsert: entry }, upsert: true },
  }))
  // A duplicate key means that another process added the same delivery at the same moment.
  // driver: every alert adds one, a hot path
  await db.driver.deliveries.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates)
}

/**
 * Adds deliveries to the outbox again, delivered or not, under the same ids as before.
 * @throws when any of them could not be stored; the others are stored
 */
export async function repeatDeliveries(
  db: Database,
  kind: string,
  repeated: readonly NewDelivery[],
): Promise<void> {
  if (repeated.length === 0) return
  const $unset = { deliveredAt: 1, lastError: 1, unreachable: 1, refused: 1, blocked: 1 } as const
  const writes = toEntries(kind, repeated).map(({ filter, entry }) => ({
    updateOne: { filter, update: { $set: entry, $unset }, upsert: true },
  }))
  // driver: all alerts of a period in one statement
  await db.driver.deliveries.bulkWrite(writes, { ordered: false })
}

/** Returns deliveries in stored form, waiting and due immediately. */
function toEntries(kind: string, deliveries: readonly NewDelivery[]) {
  const now = new Date()
  return deliveries.map(({ id, payload, ofPatients, lane }, index) => ({
    filter: { _id: `${kind}|${id}` },
    entry: {
      kind,
      pending: true as const,
      attempts: 0,
      nextAt: now,
      // Creation times are a millisecond apart, so that the deliveries keep their order.
      createdAt: new Date(now.getTime() + index),
      payload,
      ...(lane === undefined ? {} : { lane: `${kind}|${lane}` }),
      ...(ofPatients ? { ofPatients: true as const } : {}),
    },
  }))
}

/** Returns the progress of a kind's deliveries; the error is that of the oldest waiting delivery. */
export async function deliveryState(db: Database, kind: string): Promise<DeliveryState> {
  const { deliveries } = db.models
  const waiting = { kind, pending: true as const }
  const [pending, oldest, newest] = await Promise.all([
    deliveries.countDocuments(waiting),
    deliveries.findOne(waiting).sort({ createdAt: 1, _id: 1 }),
    deliveries.findOne({ kind, deliveredAt: trusted({ $exists: true }) }).sort({ deliveredAt: -1 }),
  ])
  return {
    pending,
    ...(newest?.deliveredAt ? { lastDeliveredAt: newest.deliveredAt.toISOString() } : {}),
    ...(oldest?.lastError === undefined ? {} : { lastError: oldest.lastError }),
    ...(oldest ? { oldestAt: oldest.createdAt.toISOString() } : {}),
  }
}
