import type { ServiceParts } from '@wardtrack/access'
import type { ProviderActivity, ProviderLogLine } from '@wardtrack/contracts'
import { type ProviderActivityDoc, trusted } from '@wardtrack/database'
import { ACTIVITY_PERIOD_MS, activityTotalId } from '@wardtrack/ingestion'

const DAY_MS = 24 * 3_600_000

type Sums = ProviderActivity['total']

const noItems = (): Sums => ({ accepted: 0, duplicates: 0, unresolved: 0, refused: 0 })

const sumsOf = ({ accepted, duplicates, unresolved, refused }: Sums): Sums => ({
  accepted,
  duplicates,
  unresolved,
  refused,
})

/** Reads the results of a provider's items: in total, in the last 24 hours, and by quarter of an hour. */
export async function readActivity({ db, clock }: ServiceParts, provider: string): Promise<ProviderActivity> {
  const now = clock.now()
  const newest = now - (now % ACTIVITY_PERIOD_MS)
  const first = newest - DAY_MS + ACTIVITY_PERIOD_MS
  const [total, docs] = await Promise.all([
    db.models.providerActivity.findOne({ _id: activityTotalId(provider) }),
    db.models.providerActivity.find({ provider, time: trusted({ $gte: new Date(first) }) }),
  ])
  const byTime = new Map(docs.filter(isPeriod).map((doc) => [doc.time.getTime(), doc]))
  const periods = Array.from({ length: DAY_MS / ACTIVITY_PERIOD_MS }, (_, index) => {
    const time = first + index * ACTIVITY_PERIOD_MS
    return { time: new Date(time).toISOString(), ...sumsOf(byTime.get(time) ?? noItems()) }
  })
  const day = noItems()
  for (const period of periods)
    for (const member of ['accepted', 'duplicates', 'unresolved', 'refused'] as const)
      day[member] += period[member]
  return {
    total: sumsOf(total ?? noItems()),
    day,
    periods,
    ...(total ? { lastEventAt: total.lastAt.toISOString() } : {}),
  }
}

const isPeriod = ({ _id, provider }: ProviderActivityDoc): boolean => _id !== activityTotalId(provider)

/** Reads lines of a provider's log, newest first. */
export async function readLog(
  { db }: ServiceParts,
  provider: string,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<ProviderLogLine[]> {
  const lines = await db.models.providerLog
    .find({ provider })
    .sort({ _id: -1 })
    .skip((page - 1) * pagesize)
    .limit(pagesize)
  return lines.map(({ _id, time, level, event, facts }) => ({
    id: _id,
    time: time.toISOString(),
    level,
    event,
    facts,
  }))
}
