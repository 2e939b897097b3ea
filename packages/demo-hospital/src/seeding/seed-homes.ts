import type { HomeLocation } from '../registry/home-locations.ts'
import type { SessionClient } from './session-client.ts'

/** Requests under way at once: enough to be quick, few enough to leave room for people. */
const AT_ONCE = 6

/** Saves home locations one by one, as a person would on the detail page. Gives how many; failures are named. */
export async function saveHomes(
  session: SessionClient,
  homes: readonly HomeLocation[],
  problems: string[],
): Promise<number> {
  const queue = [...homes]
  let saved = 0
  const work = async (): Promise<void> => {
    for (let home = queue.shift(); home; home = queue.shift())
      try {
        await session.call('POST', '/api/asset.saveHomeLocation', home)
        saved++
      } catch (error) {
        problems.push(`home of ${home.AssetId}: ${error instanceof Error ? error.message : String(error)}`)
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return saved
}
