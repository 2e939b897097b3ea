import type { HospitalHistory } from '../history/hospital-history.ts'
import type { RegistryFence } from '../registry/fences.ts'
import type { HomeLocation } from '../registry/home-locations.ts'
import type { RegistryMapLanes } from '../registry/map-lanes.ts'
import type { RegistryParLevel } from '../registry/par-levels.ts'
import { asHierarchy, type MonitorMark, type ProviderPlace } from '../registry/provider-places.ts'
import type { RegistryAsset, RegistryAssociation, RegistryHierarchy } from '../registry/registry.types.ts'
import {
  mapHasImage,
  presentAssets,
  presentFences,
  presentHierarchies,
  presentProviderPlaces,
  seesPatients,
} from './existing-records.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { createIngestClient } from './ingest-client.ts'
import { postAll, type SeedCount, type SeedStage } from './post-items.ts'
import { saveLanes } from './seed-lanes.ts'
import { saveParLevels } from './seed-par-levels.ts'
import { addProviders, mapPlaces, markMonitors } from './seed-providers.ts'
import { createSessionClient, type SessionClient } from './session-client.ts'

/** Items per request: few requests, each far below the limit of the endpoints. */
const BATCH = 2_000

/** Result of sending a history. */
interface SentHistory {
  readonly positions: SeedCount
  readonly states: SeedCount
}

/** Sends a history, positions and states in parallel, each oldest first. Items sent before are not stored twice. */
async function sendHistory(stage: SeedStage, { positions, states }: HospitalHistory): Promise<SentHistory> {
  const inBatches = { ...stage, options: { ...stage.options, batchSize: BATCH } }
  const [sentPositions, sentStates] = await Promise.all([
    postAll(inBatches, '/location/api/ingest/locations', positions, 0),
    postAll(inBatches, '/status/api/ingest/device-status', states, 0),
  ])
  return { positions: sentPositions, states: sentStates }
}

/** Saves home locations one by one, like a user on the detail page, and returns their number; failures are named. */
async function saveHomes(
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
async function drawFences(
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

/** A map image to import: the floor's hierarchy, and a function that creates the picture when needed. */
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
  /** Saved only by a session with asset-detail, and only for new assets. */
  readonly homes: readonly HomeLocation[]
  /** Places of locating systems, mapped to internal ones only by a session with permission. */
  readonly providerPlaces: readonly ProviderPlace[]
  readonly monitors: readonly MonitorMark[]
  /** Saved only by a session with map-marking. */
  readonly lanes: readonly RegistryMapLanes[]
  /** Returns the history, created when needed; absent for none. */
  readonly history?: () => HospitalHistory
  /** Drawn only by a session with geofencing. */
  readonly fences: readonly RegistryFence[]
  /** Saved only by a session with par-settings, and only if not saved yet. */
  readonly parLevels: readonly RegistryParLevel[]
}

export interface SeedOptions {
  readonly baseUrl: string
  readonly ingestKey: string
  /** Token of a session with map-import. Without it, images are not sent, and existing records are not read. */
  readonly accessToken?: string
  /** Items per request; the endpoints accept up to 5,000. */
  readonly batchSize?: number
  /** Maximum time in milliseconds to retry while the server is unreachable or busy. */
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
  /** Messages of refusals, the first few of each request. */
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
 * Seeds a hospital into a running Wardtrack by the calls of any integrator: hierarchies, assets and associations with
 * an ingestion key, map images with a session. Existing records stay unchanged, so a second run changes nothing.
 * Without a session everything is sent, and upserts avoid duplicates. Throws if the server refuses a whole request or
 * stays unreachable longer than `patienceMs`.
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
  // An association between two existing assets may have been removed on purpose.
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
  // Sent before there are geofences, so that no past position raises an alert.
  const history = content.history ? await sendHistory(stage, content.history()) : undefined
  // Drawn last, so that placing assets at their initial positions raises no alerts.
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

/** Seeds the places of the locating systems, their mappings, and their monitors. */
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
