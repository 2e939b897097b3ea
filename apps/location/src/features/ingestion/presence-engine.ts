import type { ServiceParts } from '@wardtrack/access'
import type { Database, StoredSighting } from '@wardtrack/database'
import {
  clampedTo,
  estimatePresence,
  inMetres,
  type PlaceCache,
  type PlaceLookup,
  PRESENCE_WINDOW_MS,
  type Presence,
  pointOn,
  type Sighting,
  type WalkingGraphCache,
  type WalkingGraphs,
} from '@wardtrack/places'
import { boundedCache, createTurns } from '@wardtrack/service-kit'
import { type LocationEvent, positionOfRow } from './location-writer.ts'
import { tagRoleOf } from './primary-tag.ts'
import { type Position, positionAt } from './resolve-position.ts'

/** The engine between ingestion and place. */
export type PresenceEngine = {
  /** returns a group in which each sighting has the place that all sightings of its tag agree on */
  decide(group: readonly LocationEvent[]): Promise<readonly LocationEvent[]>
  /** removes the sightings of a group from memory, because they were not stored */
  forget(group: readonly LocationEvent[]): void
}

/** A sighting with its event's identity, and the position that was stored for it. */
type Heard = { id: string; time: number; sighting: StoredSighting; position: Position }
/**
 * All sightings of a tag by the monitors of one provider after `from` and until `until`, in milliseconds, oldest
 * first.
 */
type Window = { from: number; until: number; heard: Heard[] }
type Maps = { lookup: PlaceLookup } & Pick<WalkingGraphs, 'stopsOn'>

/** Number of tags whose sightings are kept in memory. */
const MAX_TAGS = 20_000
/** Number of sightings of a tag that an estimate uses at most, and that are read at a time. */
const MAX_SIGHTINGS = 400
/** Sightings are kept longer than one window, so that a slightly late one finds its own. */
const KEPT_MS = 3 * PRESENCE_WINDOW_MS
/** Metres from a stop of stairs or a lift within which a tag may soon be on another floor. */
const STOP_METRES = 10
/** Number of windows that are read from the store at a time. */
const READS_AT_A_TIME = 20

/**
 * Creates the engine. A sighting by a monitor gets the position that follows from the stored sightings of the last
 * seconds, up to its time, and from the position before. The row of history keeps the sighting. Exact points and
 * providers that switched the engine off pass unchanged.
 *
 * The windows in memory are a cache of history. A process that shares its store reads them each time, because it does
 * not learn what others write.
 */
export function createPresenceEngine(
  { db, cacheMode, access }: Pick<ServiceParts, 'db' | 'cacheMode' | 'access'>,
  { places, walkingGraphs }: { places: PlaceCache; walkingGraphs: WalkingGraphCache },
): PresenceEngine {
  const windowsInMemory = cacheMode === 'local' ? boundedCache<Window>(MAX_TAGS) : undefined

  const sightingsOf = async (group: readonly LocationEvent[]) => {
    const sightings = group.flatMap((event, index) => (event.content.sighting ? [{ event, index }] : []))
    const providers = [...new Set(sightings.map(({ event }) => event.provider))]
    const uses = await Promise.all(providers.map((provider) => access.providers.usesPresence(provider)))
    const withPresence = new Set(providers.filter((_, index) => uses[index]))
    return sightings
      .filter(({ event }) => withPresence.has(event.provider))
      .sort((a, b) => a.event.time.getTime() - b.event.time.getTime() || a.index - b.index)
  }
  const decide = async (group: readonly LocationEvent[]): Promise<readonly LocationEvent[]> => {
    const [lookup, { stopsOn }] = await Promise.all([places.read(), walkingGraphs.read()])
    const sightings = await sightingsOf(group)
    const read = new Map<string, Window>()
    const windowOf = (event: LocationEvent): Window | undefined => {
      const key = windowKey(event)
      return [windowsInMemory?.get(key), read.get(key)].find((window) => window && covers(window, event))
    }
    const readWindowOf = async (event: LocationEvent): Promise<Window> => {
      const window = await readWindow(db, event, lookup)
      const key = windowKey(event)
      read.set(key, window)
      // A window that ends at a late event says nothing about the sightings after it.
      if (windowsInMemory && !windowsInMemory.has(key) && window.until === Number.POSITIVE_INFINITY)
        windowsInMemory.set(key, window)
      return windowOf(event) ?? window
    }
    const unread = new Map<string, LocationEvent>()
    for (const { event } of sightings)
      if (!unread.has(windowKey(event)) && !windowOf(event)) unread.set(windowKey(event), event)
    const events = [...unread.values()]
    for (let from = 0; from < events.length; from += READS_AT_A_TIME)
      await Promise.all(events.slice(from, from + READS_AT_A_TIME).map(readWindowOf))
    const decided = [...group]
    const turn = createTurns()
    for (const { event, index } of sightings) {
      await turn()
      const window = windowOf(event) ?? (await readWindowOf(event))
      const { content, heard } = decideOne(event, window, { lookup, stopsOn })
      decided[index] = { ...event, content, repeatMayDiffer: true }
      const key = windowKey(event)
      if (heard)
        for (const each of new Set([window, windowsInMemory?.get(key), read.get(key)])) insert(each, heard)
    }
    return decided
  }
  return {
    decide: async (group) => (group.some(({ content }) => content.sighting) ? await decide(group) : group),
    forget: (group) => {
      for (const event of group) if (event.content.sighting) windowsInMemory?.delete(windowKey(event))
    },
  }
}

const windowKey = (event: LocationEvent): string =>
  `${event.asset._id.toHexString()}|${event.provider}|${tagRoleOf(event) ?? ''}`

/** Returns true if a window holds all that an estimate at the time of an event uses. */
const covers = ({ from, until }: Window, { time }: LocationEvent): boolean =>
  from <= time.getTime() - PRESENCE_WINDOW_MS && time.getTime() <= until

/** Returns the position of a sighting, and what the window has to remember of it unless it is a repeat. */
function decideOne(event: LocationEvent, window: Window, maps: Maps): { content: Position; heard?: Heard } {
  const { content, id } = event
  const { sighting } = content
  const time = event.time.getTime()
  if (!sighting) return { content }
  // A repeat gets the position that was stored for it.
  const repeated = window.heard.find((heard) => heard.id === id)
  if (repeated) return { content: repeated.position }
  const before = window.heard
    .filter((heard) => heard.time <= time && heard.time > time - PRESENCE_WINDOW_MS)
    .slice(-MAX_SIGHTINGS)
  const previous = previousOf(event, before.at(-1), maps.lookup)
  const presence = estimatePresence(
    [...before, { time, sighting }].flatMap((heard) => toSighting(heard, maps.lookup)),
    time,
    previous,
    { atStairs: previous !== undefined && isAtStop(previous, maps) },
  )
  const position = presence ? positionOf(presence, content, maps.lookup) : content
  return { content: position, heard: { id, time, sighting, position } }
}

function isAtStop({ mapId, at }: Pick<Presence, 'mapId' | 'at'>, { lookup, stopsOn }: Maps): boolean {
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
  const at = { x: x * map.perMetreX, y: y * map.perMetreY }
  const point = pointOn(map, clampedTo(map, at, Number.POSITIVE_INFINITY))
  if (typeof point === 'string') return sent
  const accuracy = Math.round(presence.accuracy * 10) / 10
  return { ...positionAt(map, point, accuracy > 0 ? { accuracy } : {}, lookup), sighting: sent.sighting }
}

/** Adds a sighting to a window that covers its time, and removes those that are too old or too many. */
function insert(window: Window | undefined, added: Heard): void {
  if (!window || added.time <= window.from || added.time > window.until) return
  const { heard } = window
  if (heard.some(({ id }) => id === added.id)) return
  heard.splice(heard.findLastIndex(({ time }) => time <= added.time) + 1, 0, added)
  const oldest = (heard.at(-1)?.time ?? 0) - KEPT_MS
  let outdated = heard.findIndex(({ time }) => time > oldest)
  outdated = Math.max(outdated, heard.length - 2 * MAX_SIGHTINGS)
  const [last] = heard.splice(0, outdated).slice(-1)
  if (last) window.from = Math.max(window.from, last.time)
}

/**
 * Reads the window of an event. It goes on to the newest sighting, unless there are too many: then it ends at the
 * event.
 */
async function readWindow(db: Database, event: LocationEvent, lookup: PlaceLookup): Promise<Window> {
  const { asset, provider } = event
  const time = event.time.getTime()
  const from = time - PRESENCE_WINDOW_MS
  const read = (until: object, order: 1 | -1) =>
    // driver: part of each write of sightings, a hot path
    db.driver.locationHistory
      .find({
        asset: asset._id,
        time: { $gt: new Date(from), ...until },
        provider,
        sighting: { $exists: true },
      })
      .sort({ time: order })
      .limit(MAX_SIGHTINGS)
      .toArray()
  let until = Number.POSITIVE_INFINITY
  let rows = await read({}, 1)
  if (rows.length === MAX_SIGHTINGS) {
    until = time
    rows = (await read({ $lte: event.time }, -1)).reverse()
  }
  const role = tagRoleOf(event)
  const heard = rows.flatMap((row) =>
    row.sighting && row.tagRole === role
      ? [
          {
            id: row._id,
            time: row.time.getTime(),
            sighting: row.sighting,
            position: positionOfRow(row, row.mapId === null ? undefined : lookup.map(row.mapId)?.imageSize),
          },
        ]
      : [],
  )
  return { from, until, heard }
}
