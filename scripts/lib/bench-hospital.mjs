import { createHash } from 'node:crypto'

const ASSETS = 1_000
const MAPS = 10
const ROOMS = 20
const SIDE = 100
/** Pixels a metre, and metres that an asset moves between two events. */
const PIXELS = 20
const STEP = 0.25

/** Fills a store with the places and assets for the events of the ingestion bench. */
export async function fillStore(db, Types) {
  await db.driver.maps.insertMany(
    Array.from({ length: MAPS }, (_, n) => ({
      _id: `map-${n}`,
      name: `Floor ${n}`,
      refName: '',
      xDimension: SIDE,
      yDimension: SIDE,
      source: 'ingest',
      width: 2_000,
      height: 2_000,
      dimensionsAssumed: false,
    })),
  )
  await db.driver.places.insertMany(placesOf(Types))
  return addAssets(db, Types, 'PUMP')
}

/**
 * Adds assets for the events of one sender. The assets of `PUMP` carry the tags that events name.
 * @returns their `_id`s
 */
export async function addAssets(db, Types, name) {
  const now = new Date()
  const tagOf = (n) => (name === 'PUMP' ? `T-${n}` : `${name}-${n}`)
  const assets = Array.from({ length: ASSETS }, (_, n) => ({
    _id: new Types.ObjectId(),
    AssetType: 'Equipment',
    AssetId: `${name}-${n}`,
    AssetStatus: 'active',
    Fields: { AssetName: `Pump ${n}`, SerialNo: `SN-${n}`, PrimaryCategory: 'Infusion Pump' },
    FieldTimes: {},
    CustomTags: [],
    LocationTags: [{ Provider: 'centrak', TagId: tagOf(n), IsPrimary: true }],
    // Keys of tags are in lower case.
    TagKeys: [`centrak|${tagOf(n).toLowerCase()}`],
    SearchGrams: [],
    createdAt: now,
    updatedAt: now,
  }))
  await db.driver.assets.insertMany(assets)
  return assets.map(({ _id }) => _id)
}

/**
 * Adds geofences before the events. With `side by side`, they fill the maps, with waits of 1 to 10 minutes. With
 * `overlapping`, all are in a quarter of the first map, without waits. With `polygons`, they fill the maps with 12
 * corners each.
 * @param {'side by side' | 'overlapping' | 'polygons'} layout
 */
export async function addFences(db, Types, count, layout = 'side by side') {
  const activeFrom = new Date(Date.now() - 2 * 86_400_000)
  const docs = Array.from({ length: count }, (_, n) => {
    const rectangle = layout === 'overlapping' ? overlapping(n) : sideBySide(n, count)
    return {
      _id: new Types.ObjectId(),
      Name: `Fence ${n}`,
      nameKey: `fence ${n}`,
      Type: 'Restricted',
      AssetTypes: ['Equipment'],
      MapId: rectangle.MapId,
      Coordinates: layout === 'polygons' ? crossIn(rectangle.Coordinates) : rectangle.Coordinates,
      imageSize: '2000x2000',
      EntryTrigger: true,
      EntryTriggerWaitTime: rectangle.waits[0],
      ExitTrigger: true,
      ExitTriggerWaitTime: rectangle.waits[1],
      Enabled: true,
      activeFrom,
      __v: 0,
      createdAt: activeFrom,
      updatedAt: activeFrom,
    }
  })
  await db.driver.geofences.insertMany(docs)
}

/** Corners of a cross that fills its box, as fractions of the box's sides. */
const CROSS = [
  [0.2, 0],
  [0.8, 0],
  [0.8, 0.2],
  [1, 0.2],
  [1, 0.8],
  [0.8, 0.8],
  [0.8, 1],
  [0.2, 1],
  [0.2, 0.8],
  [0, 0.8],
  [0, 0.2],
  [0.2, 0.2],
]

/** Returns the area of a cross in a box. */
export const crossIn = (box) => ({
  ...box,
  shape: 'polygon',
  points: CROSS.map(([across, down]) => ({ x: box.x + across * box.w, y: box.y + down * box.h })),
})

/** Places all geofences in a quarter of the first map, without waits. */
function overlapping(n) {
  const end = (SIDE * PIXELS) / 2
  return {
    MapId: 'map-0',
    Coordinates: { x: n, y: n, x2: end, y2: end, w: end - n, h: end - n },
    waits: [0, 0],
  }
}

function sideBySide(n, count) {
  const columns = Math.ceil(Math.sqrt(count / MAPS))
  const cell = (SIDE * PIXELS) / columns
  const size = Math.round(cell * 0.7)
  const place = Math.floor(n / MAPS)
  const x = Math.round((place % columns) * cell)
  const y = Math.round(Math.floor(place / columns) * cell)
  return {
    MapId: `map-${n % MAPS}`,
    Coordinates: { x, y, x2: x + size, y2: y + size, w: size, h: size },
    waits: [1 + (n % 10), 1 + ((n + 5) % 10)],
  }
}

function placesOf(Types) {
  const place = (hierarchyId, fullName, mapId) => ({
    _id: new Types.ObjectId(),
    provider: 'rtls',
    hierarchyId,
    fullName,
    mapId,
  })
  return Array.from({ length: MAPS }, (_, n) => [
    place(`floor-${n}`, ['Site', 'Tower', `Floor ${n}`], `map-${n}`),
    ...Array.from({ length: ROOMS }, (_unused, room) =>
      place(`room-${n}-${room}`, ['Site', 'Tower', `Floor ${n}`, 'Unit', `Room ${room}`], null),
    ),
  ]).flat()
}

/** Events that an asset sends from one floor before it changes floors: one every five minutes for an hour. */
const EVENTS_OF_A_VISIT = 12

/**
 * Creates events, each later than the previous one of the same asset. The clock starts a day ago, so none is in the
 * future.
 */
export function createEvents() {
  let count = 0
  /** the current visit by asset */
  const lastVisits = new Map()
  /** number of writes of each asset's place */
  const revs = new Map()
  const start = Date.now() - 86_400_000
  const next = () => {
    const n = count
    count += 1
    const turn = Math.floor(n / ASSETS)
    return {
      asset: n % ASSETS,
      map: (n * 7 + Math.floor(((n % ASSETS) + turn) / EVENTS_OF_A_VISIT)) % MAPS,
      x: (n * 13 + turn * STEP) % SIDE,
      y: (n * 29) % SIDE,
      time: start + turn * 50 + (n % 50),
    }
  }
  const item = ({ asset, map, x, y, time }) => ({
    provider: 'centrak',
    tagId: `T-${asset}`,
    mapId: `map-${map}`,
    x,
    y,
    time: new Date(time).toISOString(),
  })
  return {
    /** a request body with the given number of events; a single one is an object */
    body: (size) => {
      const items = Array.from({ length: size }, () => item(next()))
      return Buffer.from(JSON.stringify(size === 1 ? items[0] : items))
    },
    /** the documents that the service writes for the given number of events, and its writes of visits */
    writes: (size, assetIds) => {
      const [rows, moves, visits] = [[], [], []]
      for (const event of Array.from({ length: size }, next)) {
        const { row, place } = writeOf(event, assetIds)
        rows.push(row)
        visits.push(...visitWrites(row, lastVisits))
        const PlaceRev = (revs.get(event.asset) ?? 0) + 1
        revs.set(event.asset, PlaceRev)
        const CurrentLocation = { ...place, since: lastVisits.get(String(row.asset)).since }
        const filter = { _id: row.asset, 'CurrentLocation.time': { $not: { $gte: row.time } } }
        moves.push({ updateOne: { filter, update: { $set: { PlaceRev, CurrentLocation } } } })
      }
      return { rows, moves, visits }
    },
  }
}

/** Returns the end of a visit and the beginning of the next, when an asset has changed places. */
function visitWrites({ asset, time, mapId, hierarchyId, fullPath }, lastVisits) {
  const key = String(asset)
  const last = lastVisits.get(key)
  if (last?.mapId === mapId) {
    last.lastSeenAt = time
    return []
  }
  const _id = `${time.getTime().toString(36).padStart(9, '0')}${key}`
  lastVisits.set(key, { _id, mapId, hierarchyId, fullPath, lastSeenAt: time, since: time })
  const document = {
    _id,
    asset,
    AssetType: 'Equipment',
    mapId,
    hierarchyId,
    fullPath,
    from: time,
    to: null,
  }
  if (!last) return [{ begun: document }]
  const { _id: lastId, since: _since, ...previous } = last
  const filter = { _id: lastId, to: { $in: [null, time] } }
  const end = { updateOne: { filter, update: { $set: { to: time } } } }
  return [{ end, begun: { ...document, previous, differsFrom: 3 } }]
}

function writeOf({ asset, map, x, y, time }, assetIds) {
  const at = new Date(time)
  const identity = createHash('sha256').update(`${asset} ${time} ${Math.random()}`).digest('base64url')
  const place = {
    mapId: `map-${map}`,
    hierarchyId: `floor-${map}`,
    fullPath: { Level_1: 'Site', Level_2: 'Tower', Level_3: `Floor ${map}` },
  }
  const row = {
    _id: time.toString(36).padStart(9, '0') + identity.slice(0, 22),
    asset: assetIds[asset],
    time: at,
    receivedAt: new Date(),
    provider: 'centrak',
    ...place,
    x: x * PIXELS,
    y: y * PIXELS,
    tagRole: 'primary',
    state: {},
  }
  const stored = {
    ...place,
    xCenterPoint: x * PIXELS,
    yCenterPoint: y * PIXELS,
    imageSize: '2000x2000',
    provider: 'centrak',
    byPrimaryTag: true,
    time: at,
  }
  return { row, place: stored }
}
