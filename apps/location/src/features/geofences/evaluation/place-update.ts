import type { GeofenceDwell, PendingAlert, StoredLocation } from '@wardtrack/database'
import type { CachedPlace, StoreUpdate } from '@wardtrack/ingestion'
import { firstDueTime } from '../engine/fence.ts'

/** Changes of an asset's place and dwells in one write. */
export type PlaceChange = {
  before: CachedPlace
  /** absent when the place does not change */
  location?: StoredLocation
  dwells: readonly GeofenceDwell[]
  raised: readonly PendingAlert[]
}

/** Returns place and dwells after a step. */
export const placeAfter = ({ before, location, dwells }: PlaceChange): CachedPlace => ({
  rev: before.rev + 1,
  location: location ?? before.location,
  dwells,
})

/**
 * Returns true if a place differs from the previous one only by its point and time. Paths are compared by reference,
 * which only this process's own writes share, so any other place is replaced as a whole.
 */
const isSameVisit = (location: StoredLocation, before: StoredLocation): boolean =>
  location.since !== undefined &&
  location.since === before.since &&
  location.fullPath === before.fullPath &&
  location.mapId === before.mapId &&
  location.hierarchyId === before.hierarchyId &&
  location.imageSize === before.imageSize &&
  location.precision === before.precision &&
  location.accuracy === before.accuracy &&
  location.provider === before.provider &&
  location.timeShift === before.timeShift &&
  location.byPrimaryTag === before.byPrimaryTag

/**
 * Returns the single write of a step: place, dwells, the end of the first wait, and the alerts. The write requires
 * that no other write intervened. Unchanged dwells are not written. Every write of a place increments `PlaceRev`, so
 * the stored place is known, and within a visit only point and time are written.
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
