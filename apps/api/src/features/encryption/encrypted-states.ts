import type { Database } from '@wardtrack/database'
import { hasEncryptedStates, removeEncryptedStretches } from '@wardtrack/summaries'
import { resetSnapshots } from '../state-snapshots/index.ts'

/** Collections derived from states besides the histories; they hold no encrypted states. */
export const STATE_COLLECTIONS = ['stateSnapshots', 'usageDays', 'moveSpans'] as const

/**
 * Deletes the history of encrypted states. A snapshot holds the states of all assets together, so snapshots are
 * rebuilt from the remaining stretches.
 * @param isFirst true when snapshots may hold newly encrypted states although no stretch does
 * @returns number of changed stretches and assets
 */
export async function forgetEncryptedStates(db: Database, isFirst: boolean): Promise<number> {
  if (!hasEncryptedStates(await db.sealing.rules())) return 0
  const changed = await removeEncryptedStretches(db)
  if (changed > 0 || isFirst) await resetSnapshots(db)
  return changed
}
