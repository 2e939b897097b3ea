import type { RegistryFence } from '../registry/fences.ts'
import { presentFences, seesPatients } from './existing-records.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import type { SessionClient } from './session-client.ts'

const PATIENT = 'Patient'

/** Returns the geofences that this session may draw: without access to patients, geofences cannot watch them. */
function drawableFences(fences: readonly RegistryFence[], withPatients: boolean): readonly RegistryFence[] {
  if (withPatients) return fences
  return fences
    .map((fence) => ({ ...fence, AssetTypes: fence.AssetTypes.filter((type) => type !== PATIENT) }))
    .filter(({ AssetTypes }) => AssetTypes.length > 0)
}

/**
 * Draws the geofences that no map has yet, by map and name, and returns their number. Geofences only for patients are
 * skipped without access to patients. Failures are named.
 */
export async function drawFences(
  session: SessionClient,
  fences: readonly RegistryFence[],
  problems: string[],
): Promise<{ readonly drawn: number; readonly skipped: number }> {
  if (fences.length === 0) return { drawn: 0, skipped: 0 }
  const known = await presentFences(session)
  const drawable = drawableFences(fences, await seesPatients(session))
  const newFences = drawable.filter(({ MapId, Name }) => !known.has(`${MapId}:${Name}`))
  const drawn = await forEachConcurrently(
    newFences,
    ({ Name }) => `geofence ${Name}`,
    (fence) => session.call('POST', '/location/api/geofence/add', fence),
    problems,
  )
  return { drawn, skipped: fences.length - newFences.length }
}
