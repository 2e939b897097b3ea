import { setTimeout as sleep } from 'node:timers/promises'
import type { HomeLocation } from '../registry/home-locations.ts'
import type { RegistryAsset, RegistryAssociation, RegistryHierarchy } from '../registry/registry.types.ts'
import { createIngestClient, type IngestClient } from './ingest-client.ts'
import { mapHasImage, presentAssets, presentHierarchies } from './present.ts'
import { saveHomes } from './seed-homes.ts'
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

export interface SeedCount {
  readonly sent: number
  readonly accepted: number
  readonly refused: number
  /** Left out because the server has them. */
  readonly skipped: number
}

export interface SeedReport {
  readonly hierarchies: SeedCount
  readonly assets: SeedCount
  readonly associations: SeedCount
  readonly maps: { readonly imported: number; readonly skipped: number }
  readonly homes: { readonly saved: number; readonly skipped: number }
  /** Refusals in words, the first few of each request. */
  readonly problems: readonly string[]
}

const DEFAULT_BATCH = 500
const DEFAULT_PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 250

async function postPatiently(
  client: IngestClient,
  path: string,
  items: readonly unknown[],
  patienceMs: number,
) {
  const body = JSON.stringify(items)
  const deadline = Date.now() + patienceMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, 5000)) {
    const outcome = await client.post(path, body)
    if (outcome.kind === 'answered') return outcome.answer
    if (outcome.kind === 'refused') throw new Error(`POST ${path}: ${outcome.status} ${outcome.message}`)
    const wait = outcome.afterMs ?? pause
    if (Date.now() + wait > deadline) throw new Error(`POST ${path}: gave up, ${outcome.reason}`)
    await sleep(wait)
  }
}

interface Stage {
  readonly client: IngestClient
  readonly options: SeedOptions
  readonly problems: string[]
}

async function postAll(
  stage: Stage,
  path: string,
  items: readonly unknown[],
  skipped: number,
): Promise<SeedCount> {
  const size = stage.options.batchSize ?? DEFAULT_BATCH
  let accepted = 0
  let refused = 0
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size)
    const answer = await postPatiently(
      stage.client,
      path,
      batch,
      stage.options.patienceMs ?? DEFAULT_PATIENCE_MS,
    )
    accepted += answer.accepted
    refused += answer.refused
    for (const error of answer.errors.slice(0, 5))
      stage.problems.push(
        `${path} item ${from + (error.index ?? 0)}: ${error.code ?? ''} ${error.message ?? ''}`,
      )
  }
  return { sent: items.length, accepted, refused, skipped }
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
  const stage: Stage = { client: createIngestClient(options), options, problems: [] }
  const knownPlaces = session ? await presentHierarchies(session) : new Set<string>()
  const places = content.hierarchies.filter((place) => !knownPlaces.has(place.hierarchyId))
  const hierarchies = await postAll(
    stage,
    '/location/api/ingest/hierarchies',
    places,
    content.hierarchies.length - places.length,
  )
  const knownAssets = session ? await presentAssets(session) : new Set<string>()
  const fresh = content.assets.filter((asset) => !knownAssets.has(keyOf(asset)))
  const assets = await postAll(stage, '/api/ingest/assets', fresh, content.assets.length - fresh.length)
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
  const homeless = content.homes.filter((home) => !knownAssets.has(keyOf(home)))
  const saved = session ? await saveHomes(session, homeless, stage.problems) : 0
  const homes = { saved, skipped: content.homes.length - (session ? homeless.length : 0) }
  return { hierarchies, assets, associations, maps, homes, problems: stage.problems }
}
