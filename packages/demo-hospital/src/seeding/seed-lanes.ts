import type { RegistryMapLanes } from '../registry/map-lanes.ts'
import { mapsWithoutLanes } from './existing-records.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import type { SessionClient } from './session-client.ts'

/** Saves the lanes of maps on which nobody has drawn any yet, and returns the number of maps; failures are named. */
export async function saveLanes(
  session: SessionClient,
  maps: readonly RegistryMapLanes[],
  problems: string[],
): Promise<{ readonly saved: number; readonly skipped: number }> {
  const empty = await mapsWithoutLanes(
    session,
    maps.map(({ mapId }) => mapId),
  )
  const newMaps = maps.filter(({ mapId }) => empty.has(mapId))
  const saved = await forEachConcurrently(
    newMaps,
    ({ mapId }) => `lanes of ${mapId}`,
    ({ mapId, lanes, stops }) =>
      session.call('POST', `/location/api/hierarchy/mapLanes/${encodeURIComponent(mapId)}`, {
        lanes,
        stops,
        revision: NEVER_SAVED,
      }),
    problems,
  )
  return { saved, skipped: maps.length - newMaps.length }
}

/** Revision of lanes that nobody has saved yet. */
const NEVER_SAVED = '0'
