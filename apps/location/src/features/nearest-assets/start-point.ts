import {
  type Coordinates,
  type FoundPoint,
  messages,
  type ResolvedStart,
  type StartPoint,
} from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'
import {
  factorTo,
  type MapGeometry,
  type PlaceLookup,
  type Point,
  pointOn,
  scaledArea,
} from '@wardtrack/places'
import { invalidMember, notFound } from '@wardtrack/service-kit'

/** Returns a point inside each place that has an outline on the map, in the order of their ids. */
async function middlesOfOutlines(
  db: Database,
  hierarchyIds: readonly string[],
  map: MapGeometry,
): Promise<Point[]> {
  if (hierarchyIds.length === 0) return []
  const places = await db.models.places
    .find({
      provider: 'rtls',
      hierarchyId: trusted({ $in: [...hierarchyIds] }),
      'outline.mapId': map.mapId,
    })
    .sort({ hierarchyId: 1 })
    .select({ outline: 1 })
  return places.flatMap(({ outline }) =>
    outline ? [middleOfArea(scaledArea(outline.Coordinates, factorTo(map, outline.imageSize)))] : [],
  )
}

/**
 * Returns a point inside an area: the middle of its box, or for a polygon the middle of its widest part at that
 * height.
 */
function middleOfArea({ shape, points, x, y, x2, y2 }: Coordinates): Point {
  const middle = { x: (x + x2) / 2, y: (y + y2) / 2 }
  if (shape !== 'polygon' || !points) return middle
  const crossings = crossingsAt(points, middle.y).sort((a, b) => a - b)
  let widest = 0
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = crossings.slice(index, index + 2)
    if (to - from <= widest) continue
    widest = to - from
    middle.x = (from + to) / 2
  }
  return middle
}

/**
 * Returns the x coordinates where the edges of a polygon cross a height. Points between the first and the second are
 * inside, and so on in pairs.
 */
function crossingsAt(points: readonly Point[], y: number): number[] {
  return points.flatMap((to, index) => {
    const from = points.at(index - 1) ?? to
    return from.y > y === to.y > y ? [] : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)]
  })
}

/** Maximum number of assets whose points locate a place. */
const MAX_WITNESSES = 200
/** Maximum number of places below a place whose equipment is used where the place has none. */
const MAX_PLACES_BELOW = 200

/**
 * Resolves the requester's position to a point. A place with an outline resolves to a point inside the outline.
 * Otherwise it resolves to the middle of the equipment last seen there or below. Without equipment it is the middle
 * of the places below, or else of the map.
 * @throws ApiError 400 for a point outside its map or a place without a map, 404 for an unknown map or place
 */
export async function resolveStart(
  db: Database,
  lookup: PlaceLookup,
  start: StartPoint,
): Promise<ResolvedStart> {
  if ('mapId' in start) return resolvePoint(lookup, start)
  const place = lookup.place(start.place)
  if (!place) throw notFound()
  const map = place.mapId === null ? undefined : lookup.map(place.mapId)
  if (!map) throw invalidMember('start.place', messages.placeWithoutMap)
  const middle = await middleOf(db, lookup, start.place, map)
  const { x, y } = middle ?? { x: map.width / 2, y: map.height / 2 }
  return {
    mapId: map.mapId,
    mapName: lookup.mapName(map.mapId) ?? '',
    x,
    y,
    fullPath: place.fullPath,
    precision: middle ? 'place' : 'map',
  }
}

function resolvePoint(lookup: PlaceLookup, { mapId, x, y }: FoundPointName): ResolvedStart {
  const map = lookup.map(mapId)
  if (!map) throw notFound()
  const point = pointOn(map, { x, y })
  if (typeof point === 'string') throw invalidMember(`start.${point}`, messages.pointOutside)
  return {
    mapId,
    mapName: lookup.mapName(mapId) ?? '',
    ...point,
    fullPath: lookup.topPlaceOf(mapId)?.fullPath ?? {},
    precision: 'point',
  }
}
type FoundPointName = Pick<FoundPoint, 'mapId' | 'x' | 'y'>

async function middleOf(
  db: Database,
  lookup: PlaceLookup,
  hierarchyId: string,
  map: MapGeometry,
): Promise<Point | undefined> {
  const [ownOutline] = await middlesOfOutlines(db, [hierarchyId], map)
  if (ownOutline) return ownOutline
  const below = placesBelow(lookup, hierarchyId)
  return (
    (await middleOfEquipment(db, [hierarchyId], map)) ??
    (await middleOfEquipment(db, below, map)) ??
    middleOfPoints(await middlesOfOutlines(db, below, map), map)
  )
}

/** Returns the ids of the places below a place that lie on the same map. */
function placesBelow(lookup: PlaceLookup, hierarchyId: string): string[] {
  const place = lookup.place(hierarchyId)
  const levels = Object.entries(place?.fullPath ?? {})
  const below: string[] = []
  for (const { hierarchyId: id, fullPath, depth, mapId } of lookup.places()) {
    if (below.length === MAX_PLACES_BELOW) break
    if (!place || depth <= place.depth || mapId !== place.mapId) continue
    if (levels.every(([level, name]) => fullPath[level] === name)) below.push(id)
  }
  return below
}

async function middleOfEquipment(
  db: Database,
  hierarchyIds: readonly string[],
  map: MapGeometry,
): Promise<Point | undefined> {
  if (hierarchyIds.length === 0) return undefined
  const witnesses = await db.models.assets
    .find({
      'CurrentLocation.hierarchyId': trusted({ $in: [...hierarchyIds] }),
      AssetType: 'Equipment',
      AssetStatus: 'active',
    })
    .select({
      'CurrentLocation.mapId': 1,
      'CurrentLocation.xCenterPoint': 1,
      'CurrentLocation.yCenterPoint': 1,
    })
    .limit(MAX_WITNESSES)
  const points = witnesses.flatMap(({ CurrentLocation: at }) =>
    at && at.mapId === map.mapId && at.xCenterPoint !== null && at.yCenterPoint !== null
      ? [{ x: at.xCenterPoint, y: at.yCenterPoint }]
      : [],
  )
  return middleOfPoints(points, map)
}

/** Returns the median of the points, on which a wrongly located asset has little effect. */
function middleOfPoints(points: readonly Point[], { width, height }: MapGeometry): Point | undefined {
  if (points.length === 0) return undefined
  return {
    x: Math.min(width, median(points.map(({ x }) => x))),
    y: Math.min(height, median(points.map(({ y }) => y))),
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
