import { type Actor, readAssetHistory, resolveHistoryAsset, type ServiceParts } from '@wardtrack/access'
import type { calls, Levels, LocationRow, ResponseOf, TrailPosition } from '@wardtrack/contracts'
import {
  type Database,
  type LocationHistoryDoc,
  type PlacePaths,
  pathText,
  type StoredSighting,
} from '@wardtrack/database'
import type { PlaceCache, WalkingGraphCache, WalkingGraphs } from '@wardtrack/places'
import type { Handler } from '@wardtrack/service-kit'
import { findPositions, type HistoryPeriod, type PositionRow, periodFilter } from './position-rows.ts'
import { readVisits, VISIT_READS, type VisitSources } from './read-visits.ts'

/**
 * Maximum ratio of a route along lanes to the straight line. A longer route was hardly taken: the asset was carried
 * through a room, or lanes are missing.
 */
const MAX_DETOUR = 2

/** Minimum distance in metres that counts as movement; shorter ones are noise of the positions. */
const SHORTEST_WAY_METRES = 2

/** Adds to each position of a trail the corners of the route along lanes that leads to it, if there is one. */
const withWays = (positions: readonly TrailPosition[], { graph, hasLanes }: WalkingGraphs): TrailPosition[] =>
  positions.map((position, index) => {
    const [from, to] = [pointOf(positions[index - 1]), pointOf(position)]
    if (!from || !to || from.mapId !== to.mapId || !hasLanes(to.mapId)) return position
    const metres = graph.straightMetres(from, to) ?? 0
    if (metres < SHORTEST_WAY_METRES) return position
    const route = graph.route(from, to, metres * MAX_DETOUR)
    const way = route?.alongLanes && route.legs.length === 1 ? route.legs[0]?.points.slice(1, -1) : undefined
    return way && way.length > 0 ? { ...position, way: [...way] } : position
  })

const pointOf = (position: TrailPosition | undefined) =>
  position && position.mapId !== null && position.x !== null && position.y !== null
    ? { mapId: position.mapId, x: position.x, y: position.y }
    : undefined

/** Maximum number of concurrent store queries per answer. */
const SEARCHES_AT_A_TIME = 16

/** Positions of a period, oldest first, with the number stored and the thinning applied. */
type Trail = ResponseOf<'getTrail'>

/**
 * Returns at most `most` positions of an asset in a period, oldest first. If there are more, the time from first to
 * last is divided into `most` equal slices, and the last position of each slice is taken. The index finds each of
 * them, so the cost does not depend on the number of stored positions.
 */
async function readTrail({ db, paths }: VisitSources, period: HistoryPeriod, most: number): Promise<Trail> {
  const answerOf = (position: PositionRow): TrailPosition => trailAnswer(position, paths)
  const newest = await findPositions(db, period, { first: 'newest', most: most + 1 })
  if (newest.length <= most)
    return { positions: newest.toReversed().map(answerOf), total: newest.length, thinnedToMs: null }
  const [[oldest], total] = await Promise.all([
    findPositions(db, period, { first: 'oldest', most: 1 }),
    db.models.locationHistory.countDocuments(periodFilter(period)),
  ])
  const from = oldest?.time.getTime() ?? 0
  const to = (newest[0]?.time.getTime() ?? 0) + 1
  const stepMs = Math.ceil((to - from) / most)
  const starts = Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, index) => from + index * stepMs)
  const positions = await lastOfEach(db, period, starts, stepMs)
  return { positions: positions.map(answerOf), total, thinnedToMs: stepMs }
}

/** Returns the last position of each slice that has one. */
async function lastOfEach(
  db: Database,
  { asset, endDate }: HistoryPeriod,
  starts: readonly number[],
  stepMs: number,
): Promise<PositionRow[]> {
  const found: PositionRow[] = []
  const end = endDate === undefined ? Infinity : Date.parse(endDate)
  for (let index = 0; index < starts.length; index += SEARCHES_AT_A_TIME) {
    const searches = starts.slice(index, index + SEARCHES_AT_A_TIME).map((start) => {
      const stretch = { asset, startDate: isoOf(start), endDate: isoOf(Math.min(start + stepMs, end)) }
      return findPositions(db, stretch, { first: 'newest', most: 1 })
    })
    found.push(...(await Promise.all(searches)).flat())
  }
  return found
}

const isoOf = (time: number): string => new Date(time).toISOString()

const trailAnswer = (position: PositionRow, paths: PlacePaths): TrailPosition => ({
  time: position.time.toISOString(),
  mapId: position.mapId,
  fullPath: paths.pathOf(position),
  x: position.x,
  y: position.y,
})

type HistoryService = {
  page: Handler<Actor, typeof calls.getLocationHistory>
  visits: Handler<Actor, typeof calls.getVisits>
  trail: Handler<Actor, typeof calls.getTrail>
}

/** Creates the service that returns an asset's past places: single positions, visits and a trail. */
export function createHistoryService({
  db,
  places,
  walkingGraphs,
}: Pick<ServiceParts, 'db'> & { places: PlaceCache; walkingGraphs: WalkingGraphCache }): HistoryService {
  const sources = async (): Promise<VisitSources> => ({ db, paths: (await places.read()).paths })
  return {
    page: async ({ body }, context) => {
      const request = { reference: body, page: body }
      const { rows, total } = await readAssetHistory(db, db.models.locationHistory, request, context)
      const { paths } = await sources()
      return { assets: rows.map((row) => locationRow(row, paths.pathOf(row))), maxAssets: total }
    },
    visits: async ({ body: { items, createdAt, ...reference } }, context) => {
      const asset = await resolveHistoryAsset(db, reference, context)
      return readVisits(await sources(), { asset, ...createdAt }, { visits: items, ...VISIT_READS })
    },
    trail: async ({ body: { items, createdAt, ...reference } }, context) => {
      const asset = await resolveHistoryAsset(db, reference, context)
      const trail = await readTrail(await sources(), { asset, ...createdAt }, items)
      return { ...trail, positions: withWays(trail.positions, await walkingGraphs.read()) }
    },
  }
}

/** Returns what a monitor reported of a tag, without the monitor's point. */
const sightingOf = ({ monitorId, rssi, accuracy, count }: StoredSighting): LocationRow['sighting'] => ({
  monitorId,
  ...(rssi === undefined ? {} : { rssi }),
  ...(accuracy === undefined ? {} : { accuracy }),
  ...(count === undefined ? {} : { count }),
})

function locationRow(doc: LocationHistoryDoc, fullPath: Levels): LocationRow {
  const { state } = doc
  return {
    Time: doc.time.toISOString(),
    'Wifi Strength': state.WifiStrength ?? null,
    'Connection Status': state.DeviceStatus ?? null,
    'Battery Level': state.BatteryLevel ?? null,
    'Infusion Status': state.InfusionStatus ?? null,
    ...(state.VolumeInfused === undefined ? {} : { VolumeInfused: state.VolumeInfused }),
    ...(doc.provider === '' ? {} : { provider: doc.provider }),
    Location: pathText(fullPath),
    mapId: doc.mapId,
    fullPath,
    ...(doc.sighting ? { sighting: sightingOf(doc.sighting) } : {}),
    xCenterPoint: doc.x,
    yCenterPoint: doc.y,
  }
}
