import type { ServiceParts } from '@wardtrack/access'
import type { LivePayloads } from '@wardtrack/contracts'
import type { Database, LocationHistoryDoc, StoredLocation } from '@wardtrack/database'
import { type IngestEvent, insertNew, type StoreUpdate, updateEach } from '@wardtrack/ingestion'
import type { Position } from './resolve-position.ts'

/** A location event as it is written. */
export type LocationEvent = IngestEvent<Position>

type Candidate = { event: LocationEvent; location: StoredLocation; time: number }

/**
 * Writes a group of location events in steps that can each be repeated, instead of a transaction: the history row,
 * whose `_id` is the event's identity; the asset's place, only if nothing newer is there; then the live event. A crash
 * between them is healed by the sender's retry, for places are moved for repeated events too.
 *
 * The first two go to the store together, so that one flush to disk serves both: a repeat has the time of the first
 * and cannot move anything again. Only an `eventId` may come again with another time or place: then the history must
 * tell first which of them are new.
 */
export function createLocationWriter(parts: Pick<ServiceParts, 'db' | 'bus'>) {
  const { db, bus } = parts
  return async (group: readonly LocationEvent[]): Promise<('accepted' | 'duplicate')[]> => {
    const inserting = insertNew(db, 'locationHistory', group.map(historyRow))
    const moving = group.some(({ named }) => named)
      ? inserting.then((repeated) => firstStored(db, group, repeated))
      : Promise.resolve(group.filter(isNews).map(candidate))
    const [repeated, moved] = await Promise.all([
      inserting,
      moving.then((candidates) => movePlaces(db, newestByAsset(candidates))),
    ])
    if (moved.length > 0) bus.publish('asset.location', moved.map(liveEvent))
    return group.map((_, index) => (repeated.has(index) ? 'duplicate' : 'accepted'))
  }
}

/** What this process knows of an asset's place is never newer than the store: an event of before changes nothing. */
const isNews = ({ asset, time }: LocationEvent): boolean => time.getTime() > asset.placeTime

const candidate = (event: LocationEvent): Candidate => ({
  event,
  location: currentPlace(event),
  time: event.time.getTime(),
})

function historyRow(event: LocationEvent): LocationHistoryDoc {
  const { content } = event
  return {
    _id: event.id,
    asset: event.asset._id,
    time: event.time,
    receivedAt: event.receivedAt,
    provider: event.provider,
    mapId: content.mapId,
    ...(content.hierarchyId === undefined ? {} : { hierarchyId: content.hierarchyId }),
    fullPath: content.fullPath,
    x: content.x,
    y: content.y,
    ...(content.accuracy === undefined ? {} : { accuracy: content.accuracy }),
    state: event.asset.state,
  }
}

function currentPlace({ content, provider, time }: LocationEvent): StoredLocation {
  return {
    mapId: content.mapId,
    ...(content.hierarchyId === undefined ? {} : { hierarchyId: content.hierarchyId }),
    fullPath: content.fullPath,
    xCenterPoint: content.x,
    yCenterPoint: content.y,
    ...(content.imageSize === undefined ? {} : { imageSize: content.imageSize }),
    ...(provider === '' ? {} : { provider }),
    time,
  }
}

/** Events that may move their asset, the repeated ones as they were first stored. */
async function firstStored(
  db: Database,
  group: readonly LocationEvent[],
  repeated: ReadonlySet<number>,
): Promise<Candidate[]> {
  const news = group.flatMap((event, index) => (isNews(event) ? [{ event, again: repeated.has(index) }] : []))
  const ids = news.flatMap(({ event, again }) => (again ? [event.id] : []))
  const rows = ids.length > 0 ? await db.locationHistory.find({ _id: { $in: ids } }).toArray() : []
  const byId = new Map(rows.map((row) => [row._id, row]))
  return news.flatMap(({ event, again }) => {
    if (!again) return [candidate(event)]
    const row = byId.get(event.id)
    return row?.asset.equals(event.asset._id) ? [candidate({ ...event, ...asStored(event, row) })] : []
  })
}

function asStored(
  event: LocationEvent,
  row: LocationHistoryDoc,
): Pick<LocationEvent, 'content' | 'time' | 'provider'> {
  const { mapId, hierarchyId, fullPath, x, y, time, provider } = row
  const { imageSize } = event.content
  const content: Position = {
    mapId,
    ...(hierarchyId === undefined ? {} : { hierarchyId }),
    fullPath,
    x,
    y,
    ...(imageSize !== undefined && event.content.mapId === mapId ? { imageSize } : {}),
  }
  return { content, time, provider }
}

function newestByAsset(candidates: readonly Candidate[]): Candidate[] {
  const newest = new Map<unknown, Candidate>()
  for (const one of candidates) {
    const key = one.event.asset._id.toHexString()
    const known = newest.get(key)
    if (!known || known.time < one.time) newest.set(key, one)
  }
  return [...newest.values()]
}

/** Moves assets to their newer places and gives those that are current now. */
async function movePlaces(db: Database, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const updates: StoreUpdate[] = candidates.map(({ event, location }) => ({
    q: { _id: event.asset._id, 'CurrentLocation.time': { $not: { $gte: location.time } } },
    u: { $set: { CurrentLocation: location } },
  }))
  const found = await updateEach(db, 'assets', updates)
  const current = found === updates.length ? candidates : await stillCurrent(db, candidates)
  return current.filter(({ event, time }) => {
    // Another group may have brought a newer place meanwhile: an older one must not be told after it.
    if (event.asset.placeTime >= time) return false
    event.asset.placeTime = time
    return true
  })
}

/** Which of them are what the store holds now; learns the times of the others. */
async function stillCurrent(db: Database, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const ids = candidates.map(({ event }) => event.asset._id)
  const docs = await db.assets
    .find({ _id: { $in: ids } }, { projection: { 'CurrentLocation.time': 1 } })
    .toArray()
  const times = new Map(docs.map((doc) => [doc._id.toHexString(), doc.CurrentLocation?.time.getTime()]))
  return candidates.filter(({ event, time }) => {
    const stored = times.get(event.asset._id.toHexString())
    if (stored === time) return true
    if (stored !== undefined) event.asset.placeTime = Math.max(event.asset.placeTime, stored)
    return false
  })
}

function liveEvent({ event, location }: Candidate): LivePayloads['asset.location'] {
  const { mapId, fullPath, xCenterPoint, yCenterPoint, provider, time } = location
  return {
    AssetType: event.asset.AssetType,
    AssetId: event.asset.AssetId,
    CurrentLocation: {
      mapId,
      fullPath,
      xCenterPoint,
      yCenterPoint,
      ...(provider === undefined ? {} : { provider }),
      time: time.toISOString(),
    },
  }
}
