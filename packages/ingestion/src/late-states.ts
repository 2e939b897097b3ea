import { type Database, STATE_PERIOD_MS, statePeriodOf, summaryId } from '@wardtrack/database'
import type { Clock } from '@wardtrack/service-kit'

/**
 * Milliseconds after a period's end in which writes need no mark. Snapshots of the period are made later
 * (`SETTLED_AFTER_MS` of the api service), when such writes have ended.
 */
const ON_TIME_MS = 30_000
/** Milliseconds in which a period is not marked again: marks are processed a minute later at the earliest. */
const NOTED_FOR_MS = 10_000
/** Limit of cached marks; a history sent in one go touches thousands of periods. */
const MAX_REMEMBERED = 20_000

/** Marks periods whose state snapshots, days of usage and packed moves must be checked again. */
export type LateStates = {
  /**
   * Marks the periods in which states or visits begin, before these are stored or removed. Only periods that may
   * already have a snapshot are marked, so that current events cost nothing.
   * @param times start times in milliseconds
   */
  markForRepack(times: Iterable<number>): Promise<void>
}

/** Creates the marks of a process. */
export function createLateStates({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): LateStates {
  const notedAt = new Map<number, number>()
  return {
    markForRepack: async (times) => {
      const now = clock.now()
      const due = new Set<number>()
      for (const time of times) {
        const period = statePeriodOf(time)
        if (period + STATE_PERIOD_MS + ON_TIME_MS > now) continue
        const last = notedAt.get(period)
        if (last === undefined || now - last > NOTED_FOR_MS || now < last) due.add(period)
      }
      if (due.size === 0) return
      await db.models.lateStates.bulkWrite(
        [...due].map((period) => ({
          updateOne: {
            filter: { _id: summaryId(new Date(period)) },
            update: {
              $set: { period: new Date(period), at: new Date(now) },
              $setOnInsert: { first: new Date(now) },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      )
      if (notedAt.size + due.size > MAX_REMEMBERED) notedAt.clear()
      for (const period of due) notedAt.set(period, now)
    },
  }
}
