import type { Database } from '@wardtrack/database'
import { hasEncryptedStates, removeEncryptedStretches } from '@wardtrack/summaries'
import { resetSnapshots } from '../state-snapshots/index.ts'

/** Collections of what is derived from states beside the histories: nothing of encrypted states is in them. */
export const STATE_COLLECTIONS = ['stateSnapshots', 'usageDays', 'moveSpans'] as const

/**
 * Takes away what is kept over time of states that are encrypted. Snapshots hold the states of all assets in one: they
 * are made anew from the stretches that remain.
 * @param isFirst whether snapshots may hold what is encrypted now although no stretch does
 * @returns how many stretches and assets were changed
 */
export async function forgetEncryptedStates(db: Database, isFirst: boolean): Promise<number> {
  if (!hasEncryptedStates(await db.sealing.rules())) return 0
  const changed = await removeEncryptedStretches(db)
  if (changed > 0 || isFirst) await resetSnapshots(db)
  return changed
}
