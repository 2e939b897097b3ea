import type { MonitorMark, ProviderPlace } from '../registry/provider-places.ts'
import { presentMonitors, presentProviders } from './existing-records.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import type { SessionClient } from './session-client.ts'

/** Adds each provider as enabled, with places and maps. Existing providers stay unchanged. */
export async function addProviders(
  session: SessionClient,
  providers: readonly string[],
  problems: string[],
): Promise<void> {
  const known = await presentProviders(session)
  await forEachConcurrently(
    providers.filter((name) => !known.has(name)),
    (name) => `provider ${name}`,
    (SubType) =>
      session.call('POST', '/api/settings/create', {
        Type: 'Provider',
        SubType,
        Fields: { Enabled: true, HierarchyProvider: true },
        isNew: true,
      }),
    problems,
  )
}

/** Maps places of providers, which the server has by now, to internal places, and returns their number. */
export async function mapPlaces(
  session: SessionClient,
  places: readonly ProviderPlace[],
  problems: string[],
): Promise<number> {
  return forEachConcurrently(
    places,
    ({ hierarchyId }) => `mapping of ${hierarchyId}`,
    ({ standsFor, provider, hierarchyId, scaling }) =>
      session.call('POST', '/location/api/hierarchy/modifyRtlsHierarchy', {
        hierarchyId: standsFor,
        mappings: { [provider]: { hierarchyId, scaling: { x: scaling, y: scaling } } },
      }),
    problems,
  )
}

/** Adds the monitors that are on no map yet, and returns their number. */
export async function markMonitors(
  session: SessionClient,
  marks: readonly MonitorMark[],
  problems: string[],
): Promise<number> {
  const maps = [...new Set(marks.map(({ mapId }) => mapId))]
  const known = await presentMonitors(session, maps)
  const newMarks = marks.filter(({ hierarchyId }) => !known.has(hierarchyId))
  const marked = await forEachConcurrently(
    maps.map((mapId) => newMarks.filter((mark) => mark.mapId === mapId)).filter((list) => list.length > 0),
    (list) => `monitors on ${list[0]?.mapId ?? ''}`,
    (list) => session.call('POST', '/location/api/provider/saveHierarchies', list),
    problems,
  )
  return marked === 0 ? 0 : newMarks.length
}
