import { type Database, trusted } from '@wardtrack/database'

const DAY_MS = 86_400_000
/** Rows up to which those of a day are counted one by one. */
const MAX_COUNTED = 20_000
/** Of more rows those are counted that came in short slices, one in each hour: nights differ from days. */
const SLICES = 24
const SLICE_MS = 10_000
/** What began less long ago tells no rate. */
const MIN_AGE_MS = 600_000

type CountedModel = Database['models']['deadLetters']

/** When the oldest row was; undefined without any. @param member a time that has an index */
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
 * Rows a day at the present rate, from those of the last day or of as long as there are any. Of many it is an estimate, so
 * that a store of years is looked at as fast as a new one.
 * @param oldest when the oldest row was
 * @param end the end of the time that is looked at, milliseconds
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
