import { type Database, STATE_PERIOD_MS, statePeriodOf } from '@wardtrack/database'
import { createLateStates, type LateStates } from '@wardtrack/ingestion'
import type { SummaryCollection } from './series.types.ts'

// A process has one store, and with it one memory of what it noted.
const lateStates = new WeakMap<Database, LateStates>()

const HOUR_MS = 3_600_000

/**
 * Before summaries are stored or taken away: notes what is derived from them in its turn. Snapshots of states are made of
 * stretches, days of usage of the visits that begin within the last period of an hour.
 * @param begun where the summaries begin
 */
export async function announceChanges(
  db: Database,
  collection: SummaryCollection,
  starts: readonly Date[],
): Promise<void> {
  const times = starts.map((from) => from.getTime())
  const announcedTimes = collection === 'visits' ? times.filter(endsHour) : times
  if (announcedTimes.length === 0) return
  const late = lateStates.get(db) ?? createLateStates({ db, clock: { now: Date.now } })
  lateStates.set(db, late)
  await late.note(announcedTimes)
}

/** Whether the period of a moment ends with an hour. */
const endsHour = (time: number): boolean => (statePeriodOf(time) + STATE_PERIOD_MS) % HOUR_MS === 0
