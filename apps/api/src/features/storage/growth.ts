import { type Database, trusted } from '@wardtrack/database'

const DAY_MS = 86_400_000
/** Stretches of time that rows are counted in: the last day, or less where that are too many to count. */
const WINDOWS_MS = [DAY_MS, 3_600_000, 300_000] as const
/** Rows that are counted at most. */
const MAX_COUNTED = 1_000_000
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
 * Rows a day at the present rate, from those of the last day or of as long as there are any.
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
  for (const windowMs of WINDOWS_MS) {
    const from = new Date(end - windowMs)
    const filter = { [member]: trusted({ $gte: from, $lt: new Date(end) }) }
    const count = await model.countDocuments(filter).limit(MAX_COUNTED)
    if (count < MAX_COUNTED || windowMs === WINDOWS_MS.at(-1))
      return (count * DAY_MS) / Math.min(windowMs, age)
  }
  return undefined
}
