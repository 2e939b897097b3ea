import { randomBytes } from 'node:crypto'
import type { MirthField } from '@wardtrack/contracts'
import { type Database, type DeliveryFeedDoc, trusted } from '@wardtrack/database'

/** Acknowledged when the write is on the disks of most of the store's members. */
const DURABLE = { writeConcern: { w: 'majority', j: true } } as const
/** Limit of references in one document, because each settlement rewrites the remaining ones. */
const MAX_REFS = 1_000
const TIME_DIGITS = 9
const COUNT_DIGITS = 4
const COUNTS = 36 ** COUNT_DIGITS

/** Suffix that separates the positions of this process from those of others. */
const PROCESS_MARK = randomBytes(4).toString('hex')
let lastTime = 0
let count = 0

/**
 * Returns a position in the feed. It is after all earlier positions of this process, even if the clock goes back.
 * Positions of different processes are ordered by the processes' clocks.
 */
function nextPosition(): string {
  const now = Date.now()
  count = now > lastTime ? 0 : count + 1
  lastTime = Math.max(lastTime, now)
  if (count === COUNTS) {
    lastTime += 1
    count = 0
  }
  return `${positionAt(lastTime)}${count.toString(36).padStart(COUNT_DIGITS, '0')}${PROCESS_MARK}`
}

/** Returns the prefix of a time's positions; positions of earlier times are less. */
const positionAt = (time: number): string => time.toString(36).padStart(TIME_DIGITS, '0')

/** Returns the time at which a document was added to the feed, in milliseconds. */
export const feedTime = ({ _id }: Pick<DeliveryFeedDoc, '_id'>): number =>
  Number.parseInt(_id.slice(_id.indexOf('|') + 1).slice(0, TIME_DIGITS), 36)

/**
 * Opens the feed of one kind: references to stored objects for delivery. A group of events written together is one
 * small document here, so that the feed costs ingestion almost nothing.
 */
export function openDeliveryFeed(db: Database, kind: MirthField) {
  // driver: every group of events adds a document, and the worker settles thousands a second
  const { deliveryFeed } = db.driver
  /** The character after `|` is `}`. */
  const kindRange = { $gte: `${kind}|`, $lt: `${kind}}` }
  return {
    /** Appends references durably. */
    add: async (refs: readonly string[]): Promise<void> => {
      const docs: DeliveryFeedDoc[] = []
      for (let from = 0; from < refs.length; from += MAX_REFS) {
        const part = refs.slice(from, from + MAX_REFS)
        docs.push({ _id: `${kind}|${nextPosition()}`, refs: part, count: part.length })
      }
      const [first] = docs
      if (docs.length === 1 && first) await deliveryFeed.insertOne(first, DURABLE)
      else if (docs.length > 1) await deliveryFeed.insertMany(docs, DURABLE)
    },
    /** returns documents after a position, in order; from the first when `after` is empty */
    read: (after: string, limit: number): Promise<DeliveryFeedDoc[]> =>
      deliveryFeed
        .find({ _id: after === '' ? kindRange : { $gt: after, $lt: kindRange.$lt } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    /** stores the remainders of documents; an empty document is deleted */
    settle: async (remainders: readonly { id: string; refs: readonly string[] }[]): Promise<void> => {
      if (remainders.length === 0) return
      const writes = remainders.map(({ id, refs }) =>
        refs.length === 0
          ? { deleteOne: { filter: { _id: id } } }
          : {
              updateOne: { filter: { _id: id }, update: { $set: { refs: [...refs], count: refs.length } } },
            },
      )
      await deliveryFeed.bulkWrite(writes, { ordered: false })
    },
    oldest: (): PromiseLike<DeliveryFeedDoc | null> =>
      deliveryFeed.findOne({ _id: kindRange }, { sort: { _id: 1 } }),
    /** deletes all references, or those added before a time. @returns number of deleted references */
    discard: async (before?: number): Promise<number> => {
      const _id =
        before === undefined ? kindRange : { $gte: kindRange.$gte, $lt: `${kind}|${positionAt(before)}` }
      const [first] = await deliveryFeed.find({ _id }).project({ _id: 1 }).limit(1).toArray()
      if (!first) return 0
      const forgotten = await sumCounts(db, _id)
      await deliveryFeed.deleteMany({ _id })
      return forgotten
    },
    /** deletes the oldest documents until so many references are gone. @returns number of deleted references */
    dropOldest: async (things: number): Promise<number> => {
      let dropped = 0
      while (dropped < things) {
        const docs = await deliveryFeed
          .find({ _id: kindRange })
          .project<DeliveryFeedDoc>({ count: 1 })
          .sort({ _id: 1 })
          .limit(500)
          .toArray()
        if (docs.length === 0) break
        const ids: string[] = []
        for (const { _id, count: sampledCount } of docs) {
          if (dropped >= things) break
          ids.push(_id)
          dropped += sampledCount
        }
        await deliveryFeed.deleteMany({ _id: { $in: ids } })
      }
      return dropped
    },
    /** returns the number of waiting references */
    pending: (): Promise<number> => countPending(db, kindRange),
  }
}

/** {@link openDeliveryFeed} */
export type DeliveryFeed = ReturnType<typeof openDeliveryFeed>

type IdRange = { $gte: string; $lt: string }

/** Number of documents up to which references are counted exactly. */
const MAX_SUMMED = 5_000
const SAMPLE = 500

/**
 * Counts waiting references. In a long queue only the documents are counted, and samples from both ends give their
 * average size. After an hour without the receiver there are hundreds of thousands of documents.
 */
async function countPending(db: Database, _id: IdRange): Promise<number> {
  const { deliveryFeed } = db.models
  const documents = await deliveryFeed.countDocuments({ _id: trusted(_id) })
  if (documents <= MAX_SUMMED) return documents === 0 ? 0 : sumCounts(db, _id)
  const ends = await Promise.all(
    ([1, -1] as const).map((direction) =>
      deliveryFeed
        .find({ _id: trusted(_id) })
        .select({ count: 1 })
        .sort({ _id: direction })
        .limit(SAMPLE),
    ),
  )
  const sampled = ends.flat()
  const sampledCount = sampled.reduce((sum, { count: things }) => sum + things, 0)
  return Math.round((sampledCount / Math.max(sampled.length, 1)) * documents)
}

async function sumCounts(db: Database, _id: IdRange): Promise<number> {
  const [sum] = await db.models.deliveryFeed.aggregate<{ things: number }>([
    { $match: { _id } },
    { $group: { _id: null, things: { $sum: '$count' } } },
  ])
  return sum?.things ?? 0
}
