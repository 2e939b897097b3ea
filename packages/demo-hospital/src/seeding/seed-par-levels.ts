import type { RegistryParLevel } from '../registry/par-levels.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import type { SessionClient } from './session-client.ts'

const PATH = '/api/parLevels'
/** Revision of a level that nobody has saved yet. */
const NEVER_SAVED = '0'
/** Statuses after which a level stays unchanged: it exists already, or the session has no permission. */
const STAYS_AS_IT_IS = [403, 404, 409]

/**
 * Saves the PAR levels that nobody has saved yet, and returns their number. A removed level stays removed. Failures
 * are named.
 */
export async function saveParLevels(
  session: SessionClient,
  levels: readonly RegistryParLevel[],
  problems: string[],
): Promise<{ readonly saved: number; readonly skipped: number }> {
  const answer = levels.length === 0 ? undefined : await session.call('GET', PATH, undefined, STAYS_AS_IT_IS)
  const isNew = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'count') === 0
  const newLevels = isNew ? levels : []
  const saved = await forEachConcurrently(
    newLevels,
    ({ hierarchyId, Category }) => `PAR level of ${Category} in ${hierarchyId}`,
    (level) => session.call('POST', PATH, { ...level, revision: NEVER_SAVED }, STAYS_AS_IT_IS),
    problems,
  )
  return { saved, skipped: levels.length - newLevels.length }
}
