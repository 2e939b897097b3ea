import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import {
  type AssetClaim,
  type calls,
  type HandlerInput,
  type Levels,
  type MissingReport,
  messages,
  type NearestAsset,
  type PlaceReason,
} from '@wardtrack/contracts'
import { liveClaim, liveMissing, type StoredClaim, type StoredMissing, trusted } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import {
  batteryOf,
  type IsUnclean,
  isPlaced,
  type Place,
  type PlaceCache,
  type PlacedCandidate,
  type PlaceLookup,
  type WalkingGraphCache,
} from '@wardtrack/places'
import { type CachedValue, conflict, type Handler, notFound } from '@wardtrack/service-kit'
import type { MapPoint } from '@wardtrack/walking-routes'
import { findCandidates, mapsByNearness } from './candidates.store.ts'
import type { Categories } from './categories.store.ts'
import { type RankedAsset, rankAssets } from './rank-assets.ts'
import { resolveStart } from './start-point.ts'

/** An offered place; `why` is the reason for its rank. */
type OfferedPlace = { hierarchyId: string; fullPath: Levels; why?: PlaceReason }

/** Search for places, with context about the requester. */
type PlaceQuestion = HandlerInput<typeof calls.nearestPlaces>['query']

type Candidate = {
  place: Place
  path: string
  begins: boolean
  /** position among the recently chosen places */
  recency: number
  /** number of levels shared with the requester's place */
  shared: number
}

/**
 * Finds places on a map whose paths contain every word of a text, ignoring case. Places whose own name begins with
 * the text come first. Recently chosen places follow, then those that share most levels with the requester's place.
 * Equal places are sorted by path.
 */
function findPlaces(
  lookup: PlaceLookup,
  { search, items, near, recent = [] }: PlaceQuestion,
): OfferedPlace[] {
  const text = search.toLowerCase()
  const words = text.split(/[\s>]+/).filter((word) => word !== '')
  const start = near === undefined ? undefined : lookup.place(near)
  const found: Candidate[] = []
  for (const place of lookup.places()) {
    if (place.mapId === null || !lookup.map(place.mapId)) continue
    const names = namesOf(place)
    const path = names.join('>').toLowerCase()
    if (!words.every((word) => path.includes(word))) continue
    const position = recent.indexOf(place.hierarchyId)
    found.push({
      place,
      path,
      begins: text !== '' && (names.at(-1) ?? '').toLowerCase().startsWith(text),
      recency: position < 0 ? recent.length : position,
      shared: start ? sharedLevels(names, namesOf(start)) : 0,
    })
  }
  return found
    .sort(byLikelihood)
    .slice(0, items)
    .map(({ place: { hierarchyId, fullPath, mapId }, recency }) => {
      const isNear = start !== undefined && start.mapId === mapId
      if (recency < recent.length) return { hierarchyId, fullPath, why: 'recent' }
      return { hierarchyId, fullPath, ...(isNear ? { why: 'near' } : {}) }
    })
}

function byLikelihood(a: Candidate, b: Candidate): number {
  const order = Number(b.begins) - Number(a.begins) || a.recency - b.recency || b.shared - a.shared
  if (order !== 0) return order
  return a.path < b.path ? -1 : 1
}

function sharedLevels(names: readonly string[], others: readonly string[]): number {
  const first = names.findIndex((name, level) => name !== others[level])
  return first < 0 ? names.length : first
}

const namesOf = ({ fullPath, depth }: Place): string[] =>
  Array.from({ length: depth }, (_, index) => fullPath[`Level_${index + 1}`] ?? '')

/** Returns a claim in the form of answers. */
export const claimAnswer = ({ username, until }: StoredClaim): AssetClaim => ({
  by: username,
  until: until.toISOString(),
})

/** Returns a report in the form of answers. */
export const missingAnswer = ({ username, at }: StoredMissing): MissingReport => ({
  by: username,
  at: at.toISOString(),
})

/** Returns an asset as list and route answer it. @param now milliseconds */
function nearestAnswer({ asset, distance }: RankedAsset, lookup: PlaceLookup, now: number): NearestAsset {
  const { AssetType, AssetId, Fields, CurrentLocation: at } = asset
  const claim = liveClaim(asset, now)
  const missing = liveMissing(asset)
  const Battery = batteryOf(asset)
  return {
    AssetType,
    AssetId,
    ...textMember('AssetName', Fields['AssetName']),
    ...textMember('SerialNo', Fields['SerialNo']),
    ...(Battery === undefined ? {} : { Battery }),
    mapId: at.mapId,
    mapName: lookup.mapName(at.mapId) ?? '',
    x: at.xCenterPoint,
    y: at.yCenterPoint,
    fullPath: at.fullPath,
    seenAt: at.time.toISOString(),
    metres: distance?.metres ?? null,
    alongLanes: distance?.alongLanes ?? false,
    ...(claim ? { claim: claimAnswer(claim) } : {}),
    ...(missing ? { missing: missingAnswer(missing) } : {}),
  }
}

/** Returns a member with this name if its value is a text. */
const textMember = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [P in N]?: string }

/** Dependencies of the calls that find the nearest free asset. */
export type NearestParts = Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & {
  places: PlaceCache
  mapping: MetadataMappingCache
  walking: WalkingGraphCache
  categories: CachedValue<Categories>
  uncleanAreas: CachedValue<IsUnclean>
}

type NearestService = {
  categories: Handler<Actor, typeof calls.nearestCategories>
  places: Handler<Actor, typeof calls.nearestPlaces>
  assets: Handler<Actor, typeof calls.nearestAssets>
  route: Handler<Actor, typeof calls.nearestRoute>
}

const MINUTE_MS = 60_000

/** Creates the service that finds the nearest available asset of a category, and the route to it. */
export function createNearestService(parts: NearestParts): NearestService {
  const { db, places, walking, categories, uncleanAreas } = parts
  return {
    categories: async () => ({ categories: await categories.read() }),
    places: async ({ query }) => ({ places: findPlaces(await places.read(), query) }),
    assets: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const lookup = await places.read()
      const start = await resolveStart(db, lookup, body.start)
      const [{ candidates, truncated }, { graph }, isUnclean, taking] = await Promise.all([
        findCandidates(parts, body.category, mapsByNearness(lookup, start.mapId)),
        walking.read(),
        uncleanAreas.read(),
        findTaking(db, actor),
      ])
      const now = Date.now()
      const seenSince = now - body.seenWithinMinutes * MINUTE_MS
      const distanceTo = graph.distancesFrom(start)
      const { assets, leftOut } = rankAssets(
        candidates,
        { now, seenSince, user: actor.userId, isUnclean },
        (asset) => distanceTo(pointOf(asset)),
      )
      const listed = assets.slice(0, body.items)
      context.auditDetails({ category: body.category, returned: listed.length })
      return {
        start,
        assets: listed.map((ranked) => nearestAnswer(ranked, lookup, now)),
        total: assets.length,
        leftOut,
        truncated,
        taking,
      }
    },
    route: async ({ body }, context) => {
      const lookup = await places.read()
      const asset = await findEquipment(db, body.assetId)
      context.target('asset', asset._id.toHexString())
      const start = await resolveStart(db, lookup, body.start)
      const { graph } = await walking.read()
      const route = graph.route(start, pointOf(asset))
      const legs = (route?.legs ?? []).map(({ mapId, points, via }) => ({
        mapId,
        mapName: lookup.mapName(mapId) ?? '',
        points: points.map(({ x, y }) => ({ x, y })),
        ...(via ? { via } : {}),
      }))
      return { start, asset: nearestAnswer({ asset, distance: route }, lookup, Date.now()), legs }
    },
  }
}

const pointOf = ({ CurrentLocation: at }: PlacedCandidate): MapPoint => ({
  mapId: at.mapId,
  x: at.xCenterPoint,
  y: at.yCenterPoint,
})

/** @throws ApiError 404 for anything but known equipment, 409 when it has no point on a map */
async function findEquipment(db: ServiceParts['db'], AssetId: string): Promise<PlacedCandidate> {
  const asset = await db.models.assets.findOne({ AssetType: 'Equipment', AssetId })
  if (!asset) throw notFound()
  if (!isPlaced(asset)) throw conflict(messages.assetNowhere)
  return asset
}

/** Returns the assets that a person has claimed, sorted by the end of the claim. */
async function findTaking(db: ServiceParts['db'], { userId }: SessionActor) {
  const now = Date.now()
  const claimed = await db.models.assets
    .find({ 'Claim.user': userId, 'Claim.until': trusted({ $gt: new Date(now) }) })
    .select({ AssetType: 1, AssetId: 1, 'Fields.AssetName': 1, Claim: 1 })
  return claimed
    .flatMap(({ AssetType, AssetId, Fields, Claim }) => {
      const claim = liveClaim(Claim ? { Claim } : {}, now)
      return claim
        ? [{ AssetType, AssetId, ...textMember('AssetName', Fields['AssetName']), claim: claimAnswer(claim) }]
        : []
    })
    .sort((a, b) => (a.claim.until < b.claim.until ? -1 : 1))
}
