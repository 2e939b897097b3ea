import { type Database, type DeliveryDoc, ignoreDuplicates, trusted } from '@wardtrack/database'
import { excessOf, type OutboxLimits, oldestAllowed } from './outbox-limits.ts'
import { MAX_JITTER } from './retry-delay.ts'

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
  pollMs: number
  /** how often it is looked for deliveries that wait longer than they can */
  overdueMs: number
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
  pollMs: 1_000,
  overdueMs: 60_000,
  graceMs: 3_000,
  rememberMs: 7 * 86_400_000,
}

/**
 * Something to deliver: its id among its kind, which the receiver gets as `Idempotency-Key`, its JSON text, and whether
 * it tells of patients.
 */
export type NewDelivery = {
  id: string
  payload: string
  ofPatients?: boolean
  /** those of one lane go out one after the other, as they were added */
  lane?: string
}

/** How far the deliveries of one kind are. */
export type DeliveryState = {
  pending: number
  lastDeliveredAt?: string
  lastError?: string
  /** since when the first that waits does */
  oldestAt?: string
}

/** Why an attempt failed, and what follows. */
export type DeliveryFailure = {
  reason: string
  /** until the next attempt */
  pauseMs: number
  /** the receiver gave no answer, to anything of its kind */
  isUnreachable?: boolean
  /** nothing of its lane is taken now */
  isLaneAway?: boolean
}

/** The deliveries of one kind, for those who make them. */
export type Outbox = {
  /**
   * Claims the one that is due longest, so that no other worker takes it; null when none is due. One whose lane holds an
   * earlier one is put off until that is delivered.
   */
  claim(): Promise<DeliveryDoc | null>
  markDelivered(entry: DeliveryDoc): Promise<void>
  /** notes that the receiver will never take it: it is not tried again by itself */
  giveUp(entry: DeliveryDoc, reason: string): Promise<void>
  markFailed(entry: DeliveryDoc, failure: DeliveryFailure): Promise<void>
  /** makes what met an unreachable receiver due again, oldest first: it answers now */
  retryUnreachable(): Promise<void>
  /** makes everything that waits for its next attempt due: there is another address. What is under way goes on */
  retryAll(): Promise<void>
  /** makes due what waits longer than any pause can be: it was put off by a clock that was ahead */
  retryOverdue(): Promise<void>
  /** forgets what waits: there is nobody to deliver it to */
  discardPending(): Promise<number>
  /** forgets what was delivered or given up long ago */
  prune(): Promise<void>
  /** gives up what waits too long or is too much, from the oldest on. @returns how many were given up */
  enforceLimits(limits: OutboxLimits): Promise<number>
}

/** Attempts after which a delivery that is refused for itself no longer holds up its lane: it is tried on by itself. */
const MAX_BLOCKING_ATTEMPTS = 10

type PutOff = NonNullable<Parameters<Database['driver']['deliveries']['find']>[0]>

/** Deliveries that one command makes due. */
const RETRY_PORTION = 1_000
/** Why a delivery waits for another attempt. */
const REASONS_TO_WAIT = { unreachable: 1, refused: 1, blocked: 1 } as const

/**
 * Opens the outbox of a kind. Several processes may work on it: a delivery belongs to one of them at a time.
 */
export function openOutbox(db: Database, kind: string, times: OutboxTimes): Outbox {
  // driver: every delivery is claimed and settled here, a hot path
  const { deliveries } = db.driver
  const waiting = { kind, pending: true as const }
  const msFromNow = (ms: number): Date => new Date(Date.now() + ms)
  const claimDue = (): Promise<DeliveryDoc | null> =>
    deliveries.findOneAndUpdate(
      { ...waiting, nextAt: { $lte: new Date() } },
      {
        $set: { nextAt: msFromNow(times.leaseMs) },
        $inc: { attempts: 1 },
        $unset: REASONS_TO_WAIT,
      },
      // In the order of the index, so that a backlog which is not due yet is not read.
      { sort: { nextAt: 1, _id: 1 }, returnDocument: 'after' },
    )
  /** An earlier one of its lane that it waits for. */
  const findBlocking = async ({ _id, lane, createdAt }: DeliveryDoc) => {
    if (lane === undefined) return null
    const earlier = [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }]
    const blocking = [{ attempts: { $lt: MAX_BLOCKING_ATTEMPTS } }, { laneAway: true as const }]
    const filter = { ...waiting, lane, $and: [{ $or: earlier }, { $or: blocking }] }
    return deliveries.findOne(filter, { projection: { laneAway: 1 }, sort: { createdAt: 1, _id: 1 } })
  }
  /** Makes what is put off due, in the order in which it was added. */
  const retryNow = async (putOff: PutOff, limit = 0): Promise<void> => {
    const found = deliveries.find({ ...waiting, ...putOff }, { projection: { createdAt: 1 }, limit })
    let retries = []
    for await (const { _id, createdAt } of found.sort({ createdAt: 1, _id: 1 })) {
      const update = { $set: { nextAt: createdAt }, $unset: REASONS_TO_WAIT }
      // What another worker has claimed meanwhile is not put off any more.
      retries.push({ updateOne: { filter: { ...putOff, _id }, update } })
      if (retries.length < RETRY_PORTION) continue
      await deliveries.bulkWrite(retries, { ordered: false })
      retries = []
    }
    if (retries.length > 0) await deliveries.bulkWrite(retries, { ordered: false })
  }
  /** Lets the next of a lane go, which waited for the one before it. */
  const releaseLane = async (lane: string | undefined): Promise<void> => {
    if (lane === undefined) return
    await retryNow({ lane, blocked: true }, 1)
  }
  return {
    claim: async () => {
      for (;;) {
        const entry = await claimDue()
        const blocking = entry && (await findBlocking(entry))
        if (!blocking) return entry
        // It is released with the one before it; behind a receiver that is away it need not be looked at before that is tried.
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
        // Another worker that has claimed it meanwhile decides about it.
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
        // Another worker that has claimed it meanwhile decides about it.
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
      // Not `createdAt`: that may be of the same clock.
      await deliveries.updateMany(overdue, { $set: { nextAt: new Date() } })
    },
    discardPending: async () => {
      // Asked once a second where nothing is ever delivered: a look is cheaper than a delete that finds nothing.
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
 * Puts things into the outbox, from where a worker takes them. What was put there before, delivered or not, stays as
 * it is, so that this may be repeated.
 * @throws when any of them could not be stored; the others are
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
  // A taken key: another process put the same thing there in the same moment.
  // driver: every alert adds one, a hot path
  await db.driver.deliveries.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates)
}

/**
 * Puts things into the outbox again, delivered or not. They go out under the same ids as before.
 * @throws when any of them could not be stored; the others are
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
  // driver: a period of alerts at once
  await db.driver.deliveries.bulkWrite(writes, { ordered: false })
}

/** Deliveries as they are stored while they wait, due at once. */
function toEntries(kind: string, deliveries: readonly NewDelivery[]) {
  const now = new Date()
  return deliveries.map(({ id, payload, ofPatients, lane }, index) => ({
    filter: { _id: `${kind}|${id}` },
    entry: {
      kind,
      pending: true as const,
      attempts: 0,
      nextAt: now,
      // A millisecond apart, so that they keep their order.
      createdAt: new Date(now.getTime() + index),
      payload,
      ...(lane === undefined ? {} : { lane: `${kind}|${lane}` }),
      ...(ofPatients ? { ofPatients: true as const } : {}),
    },
  }))
}

/** Tells how the deliveries of a kind go; the error is that of the one that waits longest. */
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
