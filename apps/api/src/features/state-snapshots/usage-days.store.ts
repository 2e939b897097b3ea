import { type Database, summaryId } from '@wardtrack/database'
import { toUsageDay, toUsageDocument, type UsageDay } from './usage-day.ts'

/** Time after an arrival during which an asset counts as moving: one snapshot period. */
const MOVING_MS = 600_000
const PAGE = 2_000
/** Moments whose arrivals are read concurrently. */
const MOMENTS = 12

/** Reads the usage of days in time order; days without usage are left out. */
export async function readUsageDays(db: Database, days: readonly number[]): Promise<UsageDay[]> {
  const _id = { $in: days.map((day) => summaryId(new Date(day))) }
  // driver: bytes are read as buffers
  const docs = await db.driver.usageDays.find({ _id }, { promoteBuffers: true }).toArray()
  return docs.map(toUsageDay)
}

/** Stores the usage of a day, replacing an existing one. */
export async function replaceUsageDay(db: Database, usage: UsageDay): Promise<void> {
  const { _id, ...members } = toUsageDocument(usage)
  // driver: a model would validate every byte
  await db.driver.usageDays.replaceOne({ _id }, members, { upsert: true })
}

/** Returns true if a visit began in a time range, counted from the index. @param to exclusive end */
export async function hasVisits({ driver }: Database, from: number, to: number): Promise<boolean> {
  const ids = { $gte: summaryId(new Date(from)), $lt: summaryId(new Date(to)) }
  // driver: counts index keys
  return (await driver.visits.countDocuments({ _id: ids })) > 0
}

/** Returns the assets that arrived at a place shortly before each moment, by hexadecimal `_id`. */
export async function arrivalsBefore(db: Database, moments: readonly number[]): Promise<Set<string>[]> {
  const arrivals: Set<string>[] = []
  for (let start = 0; start < moments.length; start += MOMENTS)
    arrivals.push(
      ...(await Promise.all(
        moments.slice(start, start + MOMENTS).map((moment) => arrivedBefore(db, moment)),
      )),
    )
  return arrivals
}

async function arrivedBefore(db: Database, moment: number): Promise<Set<string>> {
  const ids = { $gte: summaryId(new Date(moment - MOVING_MS)), $lt: summaryId(new Date(moment)) }
  const arrived = new Set<string>()
  // driver: reads all ids of a time range
  const found = db.driver.visits.find({ _id: ids }, { projection: { _id: 1 }, batchSize: PAGE })
  for await (const { _id } of found) arrived.add(_id.slice(_id.indexOf('|') + 1))
  return arrived
}

/** Finds the start of the first visit; undefined when there is none. */
export async function firstVisit({ models }: Database): Promise<number | undefined> {
  const [first] = await models.visits.find({}).sort({ _id: 1 }).limit(1).select({ from: 1 })
  return first?.from.getTime()
}
