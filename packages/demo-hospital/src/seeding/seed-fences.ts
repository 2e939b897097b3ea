import type { RegistryFence } from '../registry/fences.ts'
import { forEach } from './at-once.ts'
import { presentFences } from './present.ts'
import type { SessionClient } from './session-client.ts'

/** Draws the fences that no map has yet, by map and name. Gives how many; failures are named. */
export async function drawFences(
  session: SessionClient,
  fences: readonly RegistryFence[],
  problems: string[],
): Promise<{ readonly drawn: number; readonly skipped: number }> {
  if (fences.length === 0) return { drawn: 0, skipped: 0 }
  const known = await presentFences(session)
  const fresh = fences.filter(({ MapId, Name }) => !known.has(`${MapId}:${Name}`))
  const drawn = await forEach(
    fresh,
    ({ Name }) => `geofence ${Name}`,
    (fence) => session.call('POST', '/location/api/geofence/add', fence),
    problems,
  )
  return { drawn, skipped: fences.length - fresh.length }
}
