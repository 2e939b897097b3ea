import { type Database, STATE_PERIOD_MS, statePeriodOf, summaryId } from '@wardtrack/database'
import type { Clock } from '@wardtrack/service-kit'

/**
 * How long after its end a period may be written to without a note: snapshots of it are made later still
 * (`SETTLED_AFTER_MS` of the api service), when such a write has long come to an end.
 */
const ON_TIME_MS = 30_000
/** A period that was noted so lately is not noted again: notes are taken up a minute later at the earliest. */
const NOTED_FOR_MS = 10_000
/** Periods whose notes are remembered; a history that is sent at once touches thousands. */
const MOST_REMEMBERED = 20_000

/** Notes which periods of state snapshots, of days of usage and of packed moves have to be looked at again. */
export type LateStates = {
  /**
   * Before stretches of states or visits are stored or taken away: notes the periods in which they begin that may have a
   * snapshot already. What happens now is not noted and costs nothing.
   * @param times where they begin, milliseconds
   */
  note(times: Iterable<number>): Promise<void>
}

/** Makes it, one for a process. */
export function createLateStates({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): LateStates {
  const notedAt = new Map<number, number>()
  return {
    note: async (times) => {
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
      if (notedAt.size + due.size > MOST_REMEMBERED) notedAt.clear()
      for (const period of due) notedAt.set(period, now)
    },
  }
}
