import { hash } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import {
  type GeofenceDoc,
  type GeofenceDwell,
  type PendingAlert,
  type StoredLocation,
  settingId,
  type Types,
} from '@wardtrack/database'
import {
  factorTo,
  isMostlyCovered,
  type MapGeometry,
  type PlaceCache,
  type Room,
  rounded,
  scaled,
  scaledArea,
  toFenceArea,
} from '@wardtrack/places'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import type { Fence, RaisedAlert, Spot } from '../engine/fence.ts'
import { createFenceSet } from '../engine/fence-set.ts'
import { createGeofenceEvaluator, endDueWaits } from '../engine/geofence-evaluator.ts'

/** The asset under evaluation. */
export type EvaluatedAsset = { _id: Types.ObjectId; AssetType: string; active: boolean }

/** The geofences as last read, ready to evaluate stored places. */
export type GeofenceRules = {
  /**
   * returns the dwells after a later place and adds the alerts it raises; returns the same list when nothing changed
   */
  evaluate(
    subject: EvaluatedAsset,
    from: { location?: StoredLocation | undefined; dwells: readonly GeofenceDwell[] },
    to: StoredLocation,
    receivedAt: Date,
    raised: PendingAlert[],
  ): readonly GeofenceDwell[]
  /** returns the dwells after waits that are over by the clock, and adds the alerts. @param now milliseconds */
  endWaits(
    subject: EvaluatedAsset,
    from: { location: StoredLocation; dwells: readonly GeofenceDwell[] },
    now: number,
    raised: PendingAlert[],
  ): GeofenceDwell[]
  /** returns true if a dwell may be in a fence that was drawn after these rules were read */
  isOlderThan(dwells: readonly GeofenceDwell[]): boolean
}

/** Data from which the rules are built. */
export type RulesContent = {
  fences: readonly GeofenceDoc[]
  map(mapId: string): MapGeometry | undefined
  /** room of a place; absent where no place has an outline */
  roomOf?: (hierarchyId: string) => Room | undefined
  /** metres outside every fence within which assets already inside remain inside; by default, each fence has its own */
  tolerance: number | undefined
  /** start of reading, in milliseconds */
  readAt: number
}

type PlacedSpot = Spot & { location: StoredLocation }

const MINUTE_MS = 60_000
/** Maximum clock difference between two processes, in milliseconds. */
const MAX_CLOCK_SKEW = 5_000

/** Creates the rules. Fences and places are compared in the pixels of the map's current image. */
export function createGeofenceRules({ fences, map, roomOf, tolerance, readAt }: RulesContent): GeofenceRules {
  const docs = new Map(fences.map((doc) => [doc._id.toHexString(), doc]))
  const assetTypeSets = new Map<string, ReadonlySet<string>>()
  const ready = fences.map((doc) => toFence(doc, map(doc.MapId), tolerance, assetTypeSets))
  const fenceSet = createFenceSet(ready)
  const fencesOfRooms = new Map<Room, readonly Fence[]>()
  const fencesOfRoom = (room: Room): readonly Fence[] => {
    const known = fencesOfRooms.get(room)
    if (known) return known
    const found = ready.filter((fence) => {
      const doc = fence.mapId === room.map.mapId ? docs.get(fence.id) : undefined
      return (
        doc && isMostlyCovered(room.outline, [scaledArea(doc.Coordinates, factorTo(room.map, doc.imageSize))])
      )
    })
    fencesOfRooms.set(room, found)
    return found
  }
  /** Positions from before rooms had points, and those of places drawn later, have no point and still name a place. */
  const roomAt = ({ precision, hierarchyId, mapId, xCenterPoint }: StoredLocation): Room | undefined => {
    if (hierarchyId === undefined || (precision !== 'room' && xCenterPoint !== null)) return undefined
    const room = roomOf?.(hierarchyId)
    return room?.map.mapId === mapId ? room : undefined
  }
  const evaluatePosition = createGeofenceEvaluator(fenceSet)
  const spotOf = (location: StoredLocation): PlacedSpot => {
    const { mapId, xCenterPoint: x, yCenterPoint: y, imageSize } = location
    const room = roomAt(location)
    if (room) return { mapId, x, y, location, roomFences: fencesOfRoom(room) }
    const geometry = mapId === null ? undefined : map(mapId)
    if (x === null || y === null || !geometry || geometry.imageSize === imageSize)
      return { mapId, x, y, location }
    const factor = factorTo(geometry, imageSize)
    return { mapId, x: scaled(x, factor.x), y: scaled(y, factor.y), location }
  }
  const addPendingAlerts = (
    subject: EvaluatedAsset,
    raisedAlerts: readonly RaisedAlert<PlacedSpot>[],
    raised: PendingAlert[],
  ): void => {
    for (const raise of raisedAlerts) {
      const fence = docs.get(raise.fence.id)
      if (fence) raised.push(toPendingAlert(subject, fence, raise))
    }
  }
  return {
    evaluate: (subject, { location, dwells }, to, receivedAt, raised) => {
      if (fenceSet.size === 0 && dwells.length === 0) return dwells
      const raises: RaisedAlert<PlacedSpot>[] = []
      const engineSubject = { assetType: subject.AssetType, active: subject.active }
      const track = { place: location && spotOf(location), dwells }
      const after = evaluatePosition(
        engineSubject,
        track,
        { place: spotOf(to), time: to.time, receivedAt },
        raises,
      )
      addPendingAlerts(subject, raises, raised)
      return after
    },
    endWaits: (subject, { location, dwells }, now, raised) => {
      const raises: RaisedAlert<PlacedSpot>[] = []
      const engineSubject = { assetType: subject.AssetType, active: subject.active }
      const after = endDueWaits(fenceSet, engineSubject, { place: spotOf(location), dwells }, now, raises)
      addPendingAlerts(subject, raises, raised)
      return after
    },
    isOlderThan: (dwells) =>
      dwells.some((dwell) => {
        const known = docs.get(dwell.fence)?.activeFrom.getTime() ?? Number.NEGATIVE_INFINITY
        const created = Math.max(dwell.from.getTime(), dwell.receivedAt.getTime())
        return known < dwell.from.getTime() && created > readAt - MAX_CLOCK_SKEW
      }),
  }
}

function toFence(
  doc: GeofenceDoc,
  map: MapGeometry | undefined,
  savedTolerance: number | undefined,
  typeSets: Map<string, ReadonlySet<string>>,
): Fence {
  const coordinates = scaledArea(doc.Coordinates, factorTo(map, doc.imageSize))
  const { x, y, x2, y2 } = coordinates
  const area = toFenceArea(coordinates)
  const key = JSON.stringify(doc.AssetTypes)
  const assetTypes = typeSets.get(key) ?? new Set(doc.AssetTypes)
  typeSets.set(key, assetTypes)
  const tolerance = savedTolerance ?? doc.toleranceMetres ?? 0
  return {
    id: doc._id.toHexString(),
    activeFrom: doc.activeFrom,
    assetTypes,
    mapId: doc.MapId,
    x,
    y,
    x2,
    y2,
    ...(area ? { area } : {}),
    toleranceX: rounded(tolerance * (map?.perMetreX ?? 0)),
    toleranceY: rounded(tolerance * (map?.perMetreY ?? 0)),
    ...(doc.EntryTrigger ? { entryWait: doc.EntryTriggerWaitTime * MINUTE_MS } : {}),
    ...(doc.ExitTrigger ? { exitWait: doc.ExitTriggerWaitTime * MINUTE_MS } : {}),
  }
}

function toPendingAlert(
  { _id }: EvaluatedAsset,
  fence: GeofenceDoc,
  raise: RaisedAlert<PlacedSpot>,
): PendingAlert {
  const { kind, since, wait, place } = raise
  const { mapId, fullPath, xCenterPoint, yCenterPoint, imageSize } = place.location
  const dwell = `${fence._id.toHexString()}\n${_id.toHexString()}\n${kind}\n${since.getTime()}`
  return {
    id: hash('sha256', dwell, 'base64url').slice(0, 22),
    kind,
    asset: _id,
    fence,
    location: { mapId, fullPath, xCenterPoint, yCenterPoint },
    ...(imageSize === undefined ? {} : { imageSize }),
    eventTime: new Date(since.getTime() + wait),
  }
}

/** Caches the enabled geofences in memory; changes reach every process. */
export type GeofenceCache = CachedValue<GeofenceRules>

const RELEVANT_CONFIG: ReadonlySet<string> = new Set(['geofences', 'maps', 'settings'])

/** Creates the geofence cache of a process. Changes made through this process take effect immediately. */
export const createGeofenceCache = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): GeofenceCache =>
  cachedValue(parts, {
    load: () => load(parts),
    invalidateOn: { 'config.changed': ({ what }) => RELEVANT_CONFIG.has(what) },
  })

async function load({
  db,
  places,
}: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<GeofenceRules> {
  const readAt = Date.now()
  const [lookup, fences, setting] = await Promise.all([
    places.read(),
    db.models.geofences.find({ Enabled: true }),
    db.models.settings.findOne({ _id: settingId('Geofence', 'Engine') }),
  ])
  const metres = setting?.Fields['tolerance']
  const tolerance = typeof metres === 'number' ? Math.max(metres, 0) : undefined
  return createGeofenceRules({ fences, map: lookup.map, roomOf: lookup.rooms.roomOf, tolerance, readAt })
}
