import { hash } from 'node:crypto'
import type { GeofenceDoc, GeofenceDwell, StoredLocation, Types } from '@wardtrack/database'
import { factorTo, rounded, scaled, scaledRectangle } from '../../../places/image-sizes.ts'
import type { MapGeometry } from '../../../places/map-geometry.ts'
import { endDueWaits } from '../engine/dwell.ts'
import type { Fence, Raise, Spot } from '../engine/fence.ts'
import { createFenceSet } from '../engine/fence-set.ts'
import { createGeofenceEvaluator } from '../engine/geofence-evaluator.ts'
import type { PendingAlert } from '../pending-alert.ts'

/** Whom the rules are asked about. */
export type Subject = { _id: Types.ObjectId; AssetType: string; active: boolean }

/** The geofences as they were when read, ready to judge stored places. */
export type FenceRules = {
  /** the stays after a later place; adds the alerts it raises. The very list that was given when nothing changed */
  pass(
    subject: Subject,
    from: { location?: StoredLocation | undefined; stays: readonly GeofenceDwell[] },
    to: StoredLocation,
    heard: Date,
    raised: PendingAlert[],
  ): readonly GeofenceDwell[]
  /** the stays when the waits that are over by the clock have ended; adds the alerts. @param now milliseconds */
  endWaits(
    subject: Subject,
    from: { location: StoredLocation; stays: readonly GeofenceDwell[] },
    now: number,
    raised: PendingAlert[],
  ): GeofenceDwell[]
  /** whether a stay is in a fence that was perhaps drawn after these were read */
  isBehind(stays: readonly GeofenceDwell[]): boolean
}

/** What rules are made of. */
export type RulesContent = {
  fences: readonly GeofenceDoc[]
  map(mapId: string): MapGeometry | undefined
  /** metres outside a fence that still count as inside, for who is inside */
  tolerance: number
  /** when reading began, in milliseconds */
  readAt: number
}

type PlacedSpot = Spot & { location: StoredLocation }

const MINUTE = 60_000
/** By how much the clocks of two processes may differ, in milliseconds. */
const CLOCKS_APART = 5_000

/** Makes the rules. Fences and places are compared in the pixels of the map's present image. */
export function rulesOf({ fences, map, tolerance, readAt }: RulesContent): FenceRules {
  const docs = new Map(fences.map((doc) => [doc._id.toHexString(), doc]))
  const typeSets = new Map<string, ReadonlySet<string>>()
  const set = createFenceSet(fences.map((doc) => fenceOf(doc, map(doc.MapId), tolerance, typeSets)))
  const judge = createGeofenceEvaluator(set)
  const spotOf = (location: StoredLocation): PlacedSpot => {
    const { mapId, xCenterPoint: x, yCenterPoint: y, imageSize } = location
    const geometry = mapId === null ? undefined : map(mapId)
    if (x === null || y === null || !geometry || geometry.imageSize === imageSize)
      return { mapId, x, y, location }
    const factor = factorTo(geometry, imageSize)
    return { mapId, x: scaled(x, factor.x), y: scaled(y, factor.y), location }
  }
  const tell = (subject: Subject, raises: readonly Raise<PlacedSpot>[], raised: PendingAlert[]): void => {
    for (const raise of raises) {
      const fence = docs.get(raise.fence.id)
      if (fence) raised.push(seedOf(subject, fence, raise))
    }
  }
  return {
    pass: (subject, { location, stays }, to, heard, raised) => {
      if (set.size === 0 && stays.length === 0) return stays
      const raises: Raise<PlacedSpot>[] = []
      const who = { assetType: subject.AssetType, active: subject.active }
      const track = { place: location && spotOf(location), stays }
      const after = judge(who, track, { place: spotOf(to), time: to.time, heard }, raises)
      tell(subject, raises, raised)
      return after
    },
    endWaits: (subject, { location, stays }, now, raised) => {
      const raises: Raise<PlacedSpot>[] = []
      const who = { assetType: subject.AssetType, active: subject.active }
      const after = endDueWaits(set, who, { place: spotOf(location), stays }, now, raises)
      tell(subject, raises, raised)
      return after
    },
    isBehind: (stays) =>
      stays.some((stay) => {
        const known = docs.get(stay.fence)?.activeFrom.getTime() ?? Number.NEGATIVE_INFINITY
        const made = Math.max(stay.from.getTime(), stay.heard.getTime())
        return known < stay.from.getTime() && made > readAt - CLOCKS_APART
      }),
  }
}

function fenceOf(
  doc: GeofenceDoc,
  map: MapGeometry | undefined,
  tolerance: number,
  typeSets: Map<string, ReadonlySet<string>>,
): Fence {
  const { x, y, x2, y2 } = scaledRectangle(doc.Coordinates, factorTo(map, doc.imageSize))
  const key = JSON.stringify(doc.AssetTypes)
  const assetTypes = typeSets.get(key) ?? new Set(doc.AssetTypes)
  typeSets.set(key, assetTypes)
  return {
    id: doc._id.toHexString(),
    activeFrom: doc.activeFrom,
    assetTypes,
    mapId: doc.MapId,
    x,
    y,
    x2,
    y2,
    toleranceX: rounded(tolerance * (map?.perMetreX ?? 0)),
    toleranceY: rounded(tolerance * (map?.perMetreY ?? 0)),
    ...(doc.EntryTrigger ? { entryWait: doc.EntryTriggerWaitTime * MINUTE } : {}),
    ...(doc.ExitTrigger ? { exitWait: doc.ExitTriggerWaitTime * MINUTE } : {}),
  }
}

function seedOf({ _id }: Subject, fence: GeofenceDoc, raise: Raise<PlacedSpot>): PendingAlert {
  const { kind, since, wait, place } = raise
  const { mapId, fullPath, xCenterPoint, yCenterPoint, imageSize } = place.location
  const stay = `${fence._id.toHexString()}\n${_id.toHexString()}\n${kind}\n${since.getTime()}`
  return {
    id: hash('sha256', stay, 'base64url').slice(0, 22),
    kind,
    asset: _id,
    fence,
    location: { mapId, fullPath, xCenterPoint, yCenterPoint },
    ...(imageSize === undefined ? {} : { imageSize }),
    eventTime: new Date(since.getTime() + wait),
  }
}
