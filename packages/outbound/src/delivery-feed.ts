import { randomBytes } from 'node:crypto'
import type { MirthField } from '@wardtrack/contracts'
import { type Database, type DeliveryFeedDoc, trusted } from '@wardtrack/database'

/** Acknowledged only when it is on the disk of most of the store's members. */
const DURABLE = { writeConcern: { w: 'majority', j: true } } as const
/** References of one document: what is delivered of it is noted by writing the rest anew. */
const MAX_REFS = 1_000
const TIME_DIGITS = 9
const COUNT_DIGITS = 4
const COUNTS = 36 ** COUNT_DIGITS

/** Tells the positions of this process from those of others. */
const PROCESS_MARK = randomBytes(4).toString('hex')
let lastTime = 0
let count = 0

/**
 * A place in the feed: behind everything that this process put there before, whatever the clock does, and among what
 * other processes put there by their clocks.
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

/** Positions of a time begin with this; those of earlier times are less. */
const positionAt = (time: number): string => time.toString(36).padStart(TIME_DIGITS, '0')

/** When the things of a document were put into the feed, in milliseconds. */
export const feedTime = ({ _id }: Pick<DeliveryFeedDoc, '_id'>): number =>
  Number.parseInt(_id.slice(_id.indexOf('|') + 1).slice(0, TIME_DIGITS), 36)

/**
 * The feed of one kind: what is to be delivered, as references to stored things. A group of events that is written
 * together is one small document here, so that the feed costs ingestion next to nothing.
 */
export function openDeliveryFeed(db: Database, kind: MirthField) {
  // driver: every group of events adds a document, and the worker settles thousands a second
  const { deliveryFeed } = db.driver
  /** `|` is followed by `}` in the order of characters. */
  const kindRange = { $gte: `${kind}|`, $lt: `${kind}}` }
  return {
    /** Puts things behind those that are there, durably. */
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
    /** documents behind a place, in their order; from the first when `after` is empty */
    read: (after: string, limit: number): Promise<DeliveryFeedDoc[]> =>
      deliveryFeed
        .find({ _id: after === '' ? kindRange : { $gt: after, $lt: kindRange.$lt } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    /** notes what is left of documents; one of which nothing is left goes */
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
    /** removes everything, or what was added before a time. @returns how many things went */
    discard: async (before?: number): Promise<number> => {
      const _id =
        before === undefined ? kindRange : { $gte: kindRange.$gte, $lt: `${kind}|${positionAt(before)}` }
      const [first] = await deliveryFeed.find({ _id }).project({ _id: 1 }).limit(1).toArray()
      if (!first) return 0
      const forgotten = await sumCounts(db, _id)
      await deliveryFeed.deleteMany({ _id })
      return forgotten
    },
    /** removes documents from the oldest on until so many things are gone. @returns how many went */
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
    /** how many things wait */
    pending: (): Promise<number> => countPending(db, kindRange),
  }
}

/** {@link openDeliveryFeed} */
export type DeliveryFeed = ReturnType<typeof openDeliveryFeed>

type IdRange = { $gte: string; $lt: string }

/** Documents up to which their things are counted one by one. */
const MAX_SUMMED = 5_000
const SAMPLE = 500

/**
 * How many things wait. Of a long queue the documents are counted, and how much each holds is taken from both its ends:
 * after an hour without the receiver there are hundreds of thousands.
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
