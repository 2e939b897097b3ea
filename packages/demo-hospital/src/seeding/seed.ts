import type { HospitalHistory } from '../history/hospital-history.ts'
import type { RegistryFence } from '../registry/fences.ts'
import type { HomeLocation } from '../registry/home-locations.ts'
import type { RegistryMapLanes } from '../registry/map-lanes.ts'
import type { RegistryParLevel } from '../registry/par-levels.ts'
import { asHierarchy, type MonitorMark, type ProviderPlace } from '../registry/provider-places.ts'
import type { RegistryAsset, RegistryAssociation, RegistryHierarchy } from '../registry/registry.types.ts'
import { mapHasImage, presentAssets, presentHierarchies, presentProviderPlaces } from './existing-records.ts'
import { createIngestClient } from './ingest-client.ts'
import { postAll, type SeedCount, type SeedStage } from './post-items.ts'
import { drawFences } from './seed-fences.ts'
import { saveHomes } from './seed-homes.ts'
import { saveLanes } from './seed-lanes.ts'
import { saveParLevels } from './seed-par-levels.ts'
import { addProviders, mapPlaces, markMonitors } from './seed-providers.ts'
import { type SentHistory, sendHistory } from './send-history.ts'
import { createSessionClient, type SessionClient } from './session-client.ts'

/** A map image to import: the floor's hierarchy, and how to get the picture when it is needed. */
export interface SeedMap {
  readonly hierarchyId: string
  readonly mapId: string
  readonly name: string
  readonly xDimension: number
  readonly yDimension: number
  readonly fileName: string
  readonly image: () => Promise<Buffer>
}

export interface SeedContent {
  readonly hierarchies: readonly RegistryHierarchy[]
  readonly assets: readonly RegistryAsset[]
  readonly associations: readonly RegistryAssociation[]
  readonly maps: readonly SeedMap[]
  /** Saved only with a session that holds asset-detail, and only for assets that were not there. */
  readonly homes: readonly HomeLocation[]
  /** Places of locating systems; mapped to internal ones only with a session that may. */
  readonly providerPlaces: readonly ProviderPlace[]
  readonly monitors: readonly MonitorMark[]
  /** Saved only with a session that holds map-marking. */
  readonly lanes: readonly RegistryMapLanes[]
  /** What it looks back on, worked out when it is needed; absent: nothing. */
  readonly history?: () => HospitalHistory
  /** Drawn only with a session that holds geofencing. */
  readonly fences: readonly RegistryFence[]
  /** Set only with a session that holds par-settings, and where nobody has set any. */
  readonly parLevels: readonly RegistryParLevel[]
}

export interface SeedOptions {
  readonly baseUrl: string
  readonly ingestKey: string
  /** A session that holds map-import. Absent: images stay away, and what is there already is not asked for. */
  readonly accessToken?: string
  /** Items per request; the endpoints take up to 5,000. */
  readonly batchSize?: number
  /** How long to go on while the server is away or busy, in milliseconds. */
  readonly patienceMs?: number
}

export interface SeedReport {
  readonly hierarchies: SeedCount
  readonly assets: SeedCount
  readonly associations: SeedCount
  readonly maps: { readonly imported: number; readonly skipped: number }
  readonly homes: { readonly saved: number; readonly skipped: number }
  readonly providers: { readonly places: SeedCount; readonly mapped: number; readonly monitors: number }
  readonly lanes: { readonly saved: number; readonly skipped: number }
  readonly history: SentHistory | undefined
  readonly fences: { readonly drawn: number; readonly skipped: number }
  readonly parLevels: { readonly saved: number; readonly skipped: number }
  /** Refusals in words, the first few of each request. */
  readonly problems: readonly string[]
}

async function importMaps(session: SessionClient, maps: readonly SeedMap[]) {
  let imported = 0
  for (const map of maps) {
    if (await mapHasImage(session, map.mapId)) continue
    const image = await map.image()
    await session.call('POST', '/location/api/hierarchy/map.uploadMap', {
      hierarchyId: map.hierarchyId,
      mapData: {
        mapId: map.mapId,
        name: map.name,
        refName: map.name,
        xDimension: map.xDimension,
        yDimension: map.yDimension,
        source: 'upload',
      },
      imgData: { img: image.toString('base64'), fileName: map.fileName },
    })
    imported++
  }
  return { imported, skipped: maps.length - imported }
}

const keyOf = (asset: { AssetType: string; AssetId: string }) => `${asset.AssetType}:${asset.AssetId}`

/**
 * Puts a hospital into a running Wardtrack through the calls that any integrator uses: hierarchies, assets and
 * associations with an ingestion key, map images with a session. What the server has already is left as it is, so
 * a second run changes nothing; without a session everything is sent, and upserts keep it from doubling.
 * Throws when the server refuses a whole request or stays away longer than `patienceMs`.
 */
export async function seedContent(content: SeedContent, options: SeedOptions): Promise<SeedReport> {
  const session = options.accessToken ? createSessionClient(options.baseUrl, options.accessToken) : undefined
  const stage: SeedStage = { client: createIngestClient(options), options, problems: [] }
  const knownPlaces = session ? await presentHierarchies(session) : new Set<string>()
  const places = content.hierarchies.filter((place) => !knownPlaces.has(place.hierarchyId))
  const hierarchies = await postAll(
    stage,
    '/location/api/ingest/hierarchies',
    places,
    content.hierarchies.length - places.length,
  )
  const knownAssets = session ? await presentAssets(session) : new Set<string>()
  const newAssets = content.assets.filter((asset) => !knownAssets.has(keyOf(asset)))
  const assets = await postAll(
    stage,
    '/api/ingest/assets',
    newAssets,
    content.assets.length - newAssets.length,
  )
  // A link between two assets that were both there may have been taken away on purpose.
  const links = content.associations.filter(
    ({ from, to }) => !knownAssets.has(keyOf(from)) || !knownAssets.has(keyOf(to)),
  )
  const associations = await postAll(
    stage,
    '/api/ingest/associations',
    links,
    content.associations.length - links.length,
  )
  const maps = session
    ? await importMaps(session, content.maps)
    : { imported: 0, skipped: content.maps.length }
  const newHomes = content.homes.filter((home) => !knownAssets.has(keyOf(home)))
  const saved = session ? await saveHomes(session, newHomes, stage.problems) : 0
  const homes = { saved, skipped: content.homes.length - (session ? newHomes.length : 0) }
  const providers = await seedProviders(stage, content, session)
  const lanes = session
    ? await saveLanes(session, content.lanes, stage.problems)
    : { saved: 0, skipped: content.lanes.length }
  // Before there are fences, so that nothing of long ago raises an alert.
  const history = content.history ? await sendHistory(stage, content.history()) : undefined
  // Last, so that what was put where it belongs is not taken for having moved there.
  const fences = session
    ? await drawFences(session, content.fences, stage.problems)
    : { drawn: 0, skipped: content.fences.length }
  const parLevels = session
    ? await saveParLevels(session, content.parLevels, stage.problems)
    : { saved: 0, skipped: content.parLevels.length }
  return {
    hierarchies,
    assets,
    associations,
    maps,
    homes,
    providers,
    lanes,
    history,
    fences,
    parLevels,
    problems: stage.problems,
  }
}

/** Places of the locating systems, what they stand for, and where their monitors hang. */
async function seedProviders(
  stage: SeedStage,
  content: SeedContent,
  session: SessionClient | undefined,
): Promise<SeedReport['providers']> {
  const { providerPlaces, monitors } = content
  const known = session ? await presentProviderPlaces(session) : new Set<string>()
  const newPlaces = providerPlaces.filter(
    ({ provider, hierarchyId }) => !known.has(`${provider}:${hierarchyId}`),
  )
  const path = '/location/api/ingest/hierarchies'
  const skipped = providerPlaces.length - newPlaces.length
  const places = await postAll(stage, path, newPlaces.map(asHierarchy), skipped)
  if (!session) return { places, mapped: 0, monitors: 0 }
  const names = [...new Set(providerPlaces.map(({ provider }) => provider))]
  await addProviders(session, names, stage.problems)
  return {
    places,
    mapped: await mapPlaces(session, newPlaces, stage.problems),
    monitors: await markMonitors(session, monitors, stage.problems),
  }
}
