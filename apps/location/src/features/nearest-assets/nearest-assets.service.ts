import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import { type calls, messages } from '@wardtrack/contracts'
import { liveClaim, trusted } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import {
  type IsUnclean,
  isPlaced,
  type PlaceCache,
  type PlacedCandidate,
  type WalkingGraphCache,
} from '@wardtrack/places'
import { type CachedValue, conflict, type Handler, notFound } from '@wardtrack/service-kit'
import type { MapPoint } from '@wardtrack/walking-routes'
import { findCandidates, mapsByNearness } from './candidates.store.ts'
import type { Categories } from './categories.store.ts'
import { findPlaces } from './find-places.ts'
import { claimAnswer, nearestAnswer, textMember } from './nearest-answer.ts'
import { rankAssets } from './rank-assets.ts'
import { resolveStart } from './start-point.ts'

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
