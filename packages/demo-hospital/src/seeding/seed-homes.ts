import type { HomeLocation } from '../registry/home-locations.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import type { SessionClient } from './session-client.ts'

/** Saves home locations one by one, like a user on the detail page, and returns their number; failures are named. */
export async function saveHomes(
  session: SessionClient,
  homes: readonly HomeLocation[],
  problems: string[],
): Promise<number> {
  return forEachConcurrently(
    homes,
    (home) => `home of ${home.AssetId}`,
    (home) => session.call('POST', '/api/asset.saveHomeLocation', home),
    problems,
  )
}
