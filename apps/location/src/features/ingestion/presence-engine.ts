import type { ServiceParts } from '@wardtrack/access'
import { type Database, type LocationHistoryDoc, type StoredSighting } from '@wardtrack/database'
import {
  estimatePresence,
  type MapGeometry,
  type PlaceCache,
  type PlaceLookup,
  PRESENCE_WINDOW_MS,
  type Presence,
  pointOn,
  type Sighting,
  type WalkingGraphCache,
  type WalkingGraphs,
} from '@wardtrack/places'
import { BUS_GAP, boundedCache, hasReliableInvalidation } from '@wardtrack/service-kit'
import type { LocationEvent } from './location-writer.ts'
import { tagRoleOf } from './primary-tag.ts'
import { type Position, positionAt } from './resolve-position.ts'

/** Replaces the place of each sighting in a group with the place that all sightings of its tag agree on. */
export type PresenceEngine = (group: readonly LocationEvent[]) => Promise<readonly LocationEvent[]>

/** A sighting with its event's identity, and the position that was stored for it. */
type Heard = { id: string; time: number; sighting: StoredSighting; position: Position }
/** Sightings of a tag by the monitors of one provider, oldest first. */
type Window = { heard: Heard[] }

/** Number of tags whose sightings are kept in memory. */
const MAX_TAGS = 20_000
/** Number of sightings of a tag that an estimate uses at most. */
const MAX_SIGHTINGS = 400
/** Sightings are kept longer than one window, so that a slightly late one finds its own. */
const KEPT_MS = 3 * PRESENCE_WINDOW_MS
/** Metres from a stop of stairs or a lift within which a tag may soon be on another floor. */
const STOP_METRES = 10
/** Number of windows that are read from the store at a time. */
const READS_AT_A_TIME = 20

/**
 * Creates the engine between ingestion and place. A sighting by a monitor gets the position that follows from the
 * stored sightings of the last seconds, up to its time, and from the position before. The row of history
 * keeps the sighting. Exact points and providers that switched the engine off pass unchanged.
 *
 * The windows in memory are a cache of history. A process that does not learn what others write reads them each time.
 */
export function createPresenceEngine(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode' | 'access'>,
  { places, walkingGraphs }: { places: PlaceCache; walkingGraphs: WalkingGraphCache },
): PresenceEngine {
  const windows = boundedCache<Window>(MAX_TAGS)
  parts.bus.subscribe(BUS_GAP, () => windows.clear())
  const decide = async (group: readonly LocationEvent[]): Promise<readonly LocationEvent[]> => {
    const [lookup, { stopsOn }] = await Promise.all([places.read(), walkingGraphs.read()])
    const ordered = group
      .map((event, index) => ({ event, index }))
      .filter(({ event }) => event.content.sighting)
      .sort((a, b) => a.event.time.getTime() - b.event.time.getTime() || a.index - b.index)
    const ofPresence: typeof ordered = []
    for (const each of ordered)
      if (await parts.access.providers.usesPresence(each.event.provider)) ofPresence.push(each)
    if (parts.cacheMode === 'shared' || !hasReliableInvalidation(parts)) windows.clear()
    await readWindows(
      parts.db,
      windows,
      ofPresence.map(({ event }) => event),
    )
    const decided = [...group]
    for (const { event, index } of ofPresence)
      decided[index] = withPresence(event, windows, { lookup, stopsOn })
    return decided
  }
  return (group) => (group.some(({ content }) => content.sighting) ? decide(group) : Promise.resolve(group))
}

const windowKey = (event: LocationEvent): string =>
  `${event.asset._id.toHexString()}|${event.provider}|${tagRoleOf(event) ?? ''}`

function withPresence(
  event: LocationEvent,
  windows: ReturnType<typeof boundedCache<Window>>,
  { lookup, stopsOn }: { lookup: PlaceLookup } & Pick<WalkingGraphs, 'stopsOn'>,
): LocationEvent {
  const { sighting } = event.content
  const window = windows.get(windowKey(event)) ?? { heard: [] }
  windows.set(windowKey(event), window)
  if (!sighting) return event
  // A repeat gets the position that was stored for it.
  const repeated = window.heard.find(({ id }) => id === event.id)
  if (repeated) return { ...event, content: repeated.position, repeatMayDiffer: true }
  const time = event.time.getTime()
  const before = window.heard.filter((heard) => heard.time <= time)
  const previous = previousOf(event, before.at(-1), lookup)
  const presence = estimatePresence(
    [...before.slice(-MAX_SIGHTINGS), { time, sighting }].flatMap((heard) => toSighting(heard, lookup)),
    time,
    previous,
    { atStairs: previous !== undefined && isAtStop(previous, stopsOn, lookup) },
  )
  const position = presence ? positionOf(presence, event.content, lookup) : event.content
  insert(window, { id: event.id, time, sighting, position })
  return { ...event, content: position, repeatMayDiffer: true }
}

function isAtStop(
  { mapId, at }: Pick<Presence, 'mapId' | 'at'>,
  stopsOn: WalkingGraphs['stopsOn'],
  lookup: PlaceLookup,
): boolean {
  const map = lookup.map(mapId)
  return stopsOn(mapId).some((stop) => {
    const { x, y } = map ? inMetres(map, stop) : stop
    return Math.hypot(x - at.x, y - at.y) <= STOP_METRES
  })
}

function toSighting({ time, sighting }: Pick<Heard, 'time' | 'sighting'>, lookup: PlaceLookup): Sighting[] {
  const map = lookup.map(sighting.mapId)
  if (!map) return []
  const { monitorId, mapId, rssi, accuracy, count } = sighting
  const heard: Sighting = { gateway: monitorId.toLowerCase(), mapId, at: inMetres(map, sighting), time }
  if (rssi !== undefined) heard.rssi = rssi
  if (accuracy !== undefined) heard.accuracy = accuracy
  if (count !== undefined) heard.count = count
  return [heard]
}

const inMetres = ({ perMetreX, perMetreY }: MapGeometry, { x, y }: { x: number; y: number }) => ({
  x: x / perMetreX,
  y: y / perMetreY,
})

/** Returns the position before an event: that of the sighting before, else the current one of its asset. */
function previousOf(
  { asset, time }: LocationEvent,
  before: Heard | undefined,
  lookup: PlaceLookup,
): Pick<Presence, 'mapId' | 'at'> | undefined {
  const { location } = asset.place
  const current =
    location && location.time <= time
      ? { mapId: location.mapId, x: location.xCenterPoint, y: location.yCenterPoint }
      : undefined
  const { mapId = null, x = null, y = null } = before?.position ?? current ?? {}
  const map = mapId === null ? undefined : lookup.map(mapId)
  return map && x !== null && y !== null ? { mapId: map.mapId, at: inMetres(map, { x, y }) } : undefined
}

/** Returns an estimate as a position. A gateway's point is kept exactly, so that a resting tag has one position. */
function positionOf(presence: Presence, sent: Position, lookup: PlaceLookup): Position {
  const map = lookup.map(presence.mapId)
  if (!map || !sent.sighting) return sent
  const { x, y } = presence.at
  const inside = {
    x: Math.min(Math.max(x * map.perMetreX, 0), map.width),
    y: Math.min(Math.max(y * map.perMetreY, 0), map.height),
  }
  const point = pointOn(map, inside)
  if (typeof point === 'string') return sent
  const accuracy = Math.round(presence.accuracy * 10) / 10
  return { ...positionAt(map, point, accuracy > 0 ? { accuracy } : {}, lookup), sighting: sent.sighting }
}

function insert({ heard }: Window, added: Heard): void {
  const after = heard.findLastIndex(({ time }) => time <= added.time)
  heard.splice(after + 1, 0, added)
  const newest = heard.at(-1)?.time ?? 0
  let outdated = heard.findIndex(({ time }) => time > newest - KEPT_MS)
  outdated = Math.max(outdated, heard.length - 2 * MAX_SIGHTINGS)
  if (outdated > 0) heard.splice(0, outdated)
}

/** Reads the windows that are not in memory, or that begin after an event. */
async function readWindows(
  db: Database,
  windows: ReturnType<typeof boundedCache<Window>>,
  events: readonly LocationEvent[],
): Promise<void> {
  const missing = new Map<string, LocationEvent>()
  for (const event of events) {
    const key = windowKey(event)
    const newest = windows.get(key)?.heard.at(-1)?.time
    const isCovered = newest !== undefined && event.time.getTime() > newest - KEPT_MS + PRESENCE_WINDOW_MS
    if (!isCovered && !missing.has(key)) missing.set(key, event)
  }
  const unread = [...missing]
  for (let from = 0; from < unread.length; from += READS_AT_A_TIME)
    await Promise.all(
      unread.slice(from, from + READS_AT_A_TIME).map(async ([key, event]) => {
        windows.set(key, { heard: await readHeard(db, event) })
      }),
    )
}

async function readHeard(db: Database, event: LocationEvent): Promise<Heard[]> {
  const time = event.time.getTime()
  const role = tagRoleOf(event)
  // driver: part of each write of sightings, a hot path
  const rows = await db.driver.locationHistory
    .find({
      asset: event.asset._id,
      time: { $gt: new Date(time - PRESENCE_WINDOW_MS), $lte: new Date(time + KEPT_MS) },
      provider: event.provider,
      sighting: { $exists: true },
    })
    .sort({ time: -1 })
    .limit(MAX_SIGHTINGS)
    .toArray()
  return rows
    .filter(({ tagRole }) => tagRole === role)
    .reverse()
    .flatMap((row) => (row.sighting ? [heardOf(row, row.sighting)] : []))
}

function heardOf(row: LocationHistoryDoc, sighting: StoredSighting): Heard {
  const { _id: id, time, mapId, hierarchyId, fullPath, x, y, accuracy } = row
  const position: Position = { mapId, fullPath, x, y, sighting }
  if (hierarchyId !== undefined) position.hierarchyId = hierarchyId
  if (accuracy !== undefined) position.accuracy = accuracy
  return { id, time: time.getTime(), sighting, position }
}
