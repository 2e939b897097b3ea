import type { GeofenceDwell, PendingAlert, StoredLocation } from '@wardtrack/database'
import type { CachedPlace, StoreUpdate } from '@wardtrack/ingestion'
import { firstDueTime } from '../engine/fence.ts'

/** What becomes of an asset's place and dwells in one write. */
export type PlaceChange = {
  before: CachedPlace
  /** absent: it stays where it is */
  location?: StoredLocation
  dwells: readonly GeofenceDwell[]
  raised: readonly PendingAlert[]
}

/** Place and dwells after a step. */
export const placeAfter = ({ before, location, dwells }: PlaceChange): CachedPlace => ({
  rev: before.rev + 1,
  location: location ?? before.location,
  dwells,
})

/**
 * Whether a place differs from the one before it by its point and time alone. Only what this process wrote shares its
 * path, so what it did not write itself is replaced as a whole.
 */
const isSameVisit = (location: StoredLocation, before: StoredLocation): boolean =>
  location.since !== undefined &&
  location.since === before.since &&
  location.fullPath === before.fullPath &&
  location.mapId === before.mapId &&
  location.hierarchyId === before.hierarchyId &&
  location.imageSize === before.imageSize &&
  location.provider === before.provider &&
  location.byPrimaryTag === before.byPrimaryTag

/**
 * The one write of a step: place, dwells, when the first wait is over, and the alerts, on condition that no other write
 * came between. Nothing about fences is written when nothing about them changed; and since every write of a place counts
 * `PlaceRev`, what stands there is known, and of a place in the same visit only its point and time are written.
 */
export function placeUpdate(_id: unknown, change: PlaceChange): StoreUpdate {
  const { before, location, dwells, raised } = change
  const q = { _id, PlaceRev: before.rev === 0 ? { $exists: false } : before.rev }
  const set: Record<string, unknown> = { PlaceRev: before.rev + 1 }
  if (location && before.location && isSameVisit(location, before.location)) {
    set['CurrentLocation.time'] = location.time
    set['CurrentLocation.xCenterPoint'] = location.xCenterPoint
    set['CurrentLocation.yCenterPoint'] = location.yCenterPoint
  } else if (location) set['CurrentLocation'] = location
  if (dwells === before.dwells && raised.length === 0) return { q, u: { $set: set } }
  const unset: Record<string, ''> = {}
  const setOrUnset = (path: string, value: unknown): void => {
    if (value === undefined) unset[path] = ''
    else set[path] = value
  }
  setOrUnset('Fences.dwells', dwells.length > 0 ? dwells : undefined)
  setOrUnset('Fences.due', firstDueTime(dwells))
  return {
    q,
    u: {
      $set: set,
      ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
      ...(raised.length > 0 ? { $push: { 'Fences.raised': { $each: raised } } } : {}),
    },
  }
}
