import type { Database } from '@wardtrack/database'
import { createLateStates, type LateStates } from '@wardtrack/ingestion'

// Late states by store, because a process has one store and remembers its marks once.
const lateStates = new WeakMap<Database, LateStates>()

/**
 * Marks data derived from summaries before summaries are stored or removed. Snapshots of states are derived from
 * stretches; days of usage and packed moves are derived from visits.
 * @param begun beginnings of the summaries
 */
export async function announceChanges(db: Database, begun: readonly Date[]): Promise<void> {
  if (begun.length === 0) return
  const late = lateStates.get(db) ?? createLateStates({ db, clock: { now: Date.now } })
  lateStates.set(db, late)
  await late.markForRepack(begun.map((from) => from.getTime()))
}
