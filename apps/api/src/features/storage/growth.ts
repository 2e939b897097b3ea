import { type Database, trusted } from '@wardtrack/database'

const DAY_MS = 86_400_000
/** Number of rows up to which the rows of a day are counted exactly. */
const MAX_COUNTED = 20_000
/** Number of short samples for more rows, one per hour, because nights differ from days. */
const SLICES = 24
const SLICE_MS = 10_000
/** Minimum age of the data for a rate. */
const MIN_AGE_MS = 600_000

type CountedModel = Database['models']['deadLetters']

/** Finds the time of the oldest row; undefined without rows. @param member an indexed time */
export async function oldestTime(model: CountedModel, member: string): Promise<Date | undefined> {
  const [doc] = await model
    .find({})
    .sort({ [member]: 1 })
    .limit(1)
  let value: unknown = doc
  for (const name of member.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return value instanceof Date ? value : undefined
}

/**
 * Returns the current rate of rows per day, from the last day or since the first row. For many rows it is an
 * estimate, so that large stores take no longer than new ones.
 * @param oldest time of the oldest row
 * @param end end of the counted time, milliseconds
 */
export async function rowsPerDay(
  model: CountedModel,
  member: string,
  { oldest, end }: { oldest: Date; end: number },
): Promise<number | undefined> {
  const age = end - oldest.getTime()
  if (age < MIN_AGE_MS) return undefined
  const span = Math.min(DAY_MS, age)
  const countBetween = async (from: number, to: number): Promise<number> =>
    model
      .countDocuments({ [member]: trusted({ $gte: new Date(from), $lt: new Date(to) }) })
      .limit(MAX_COUNTED)
  const count = await countBetween(end - span, end)
  if (count < MAX_COUNTED) return (count * DAY_MS) / span
  const slices = await Promise.all(
    Array.from({ length: SLICES }, (_, index) => {
      const to = end - (index * span) / SLICES
      return countBetween(to - SLICE_MS, to)
    }),
  )
  const sampled = slices.reduce((sum, counted) => sum + counted, 0)
  return (sampled * DAY_MS) / (SLICES * SLICE_MS)
}
