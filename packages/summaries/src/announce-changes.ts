import type { Database } from '@wardtrack/database'
import { createLateStates, type LateStates } from '@wardtrack/ingestion'

// A process has one store, and with it one memory of what it noted.
const lateStates = new WeakMap<Database, LateStates>()

/**
 * Before summaries are stored or taken away: notes what is derived from them in its turn. Snapshots of states are made of
 * stretches, days of usage and packed moves of visits.
 * @param begun where the summaries begin
 */
export async function announceChanges(db: Database, begun: readonly Date[]): Promise<void> {
  if (begun.length === 0) return
  const late = lateStates.get(db) ?? createLateStates({ db, clock: { now: Date.now } })
  lateStates.set(db, late)
  await late.note(begun.map((from) => from.getTime()))
}
