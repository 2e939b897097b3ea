import type { Database } from '@wardtrack/database'
import { createLateStates, type LateStates } from '@wardtrack/ingestion'
import type { SummaryCollection } from './series.types.ts'

// A process has one store, and with it one memory of what it noted.
const lateStates = new WeakMap<Database, LateStates>()

/**
 * Before summaries are stored or taken away: notes what is derived from them in its turn. Snapshots of states are made of
 * stretches.
 * @param begun where the summaries begin
 */
export async function announceChanges(
  db: Database,
  collection: SummaryCollection,
  begun: readonly Date[],
): Promise<void> {
  if (collection !== 'stateStretches') return
  const late = lateStates.get(db) ?? createLateStates({ db, clock: { now: Date.now } })
  lateStates.set(db, late)
  await late.note(begun.map((from) => from.getTime()))
}
