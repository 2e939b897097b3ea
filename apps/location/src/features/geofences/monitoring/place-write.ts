import type { GeofenceDwell, StoredLocation } from '@wardtrack/database'
import type { CachedPlace, StoreUpdate } from '@wardtrack/ingestion'
import { dueOf } from '../engine/dwell.ts'
import type { PendingAlert } from '../pending-alert.ts'

/** What becomes of an asset's place and stays in one write. */
export type PlaceStep = {
  before: CachedPlace
  /** absent: it stays where it is */
  location?: StoredLocation
  stays: readonly GeofenceDwell[]
  raised: readonly PendingAlert[]
}

/** Place and stays after a step. */
export const placeAfter = ({ before, location, stays }: PlaceStep): CachedPlace => ({
  rev: before.rev + 1,
  location: location ?? before.location,
  stays,
})

/**
 * The one write of a step: place, stays, when the first wait is over, and the alerts, on condition that no other write
 * came between. Nothing about fences is written when nothing about them changed.
 */
export function placeUpdate(_id: unknown, step: PlaceStep): StoreUpdate {
  const { before, location, stays, raised } = step
  const q = { _id, PlaceRev: before.rev === 0 ? { $exists: false } : before.rev }
  const set: Record<string, unknown> = { PlaceRev: before.rev + 1 }
  if (location) set['CurrentLocation'] = location
  if (stays === before.stays && raised.length === 0) return { q, u: { $set: set } }
  const unset: Record<string, ''> = {}
  const put = (path: string, value: unknown): void => {
    if (value === undefined) unset[path] = ''
    else set[path] = value
  }
  put('Fences.stays', stays.length > 0 ? stays : undefined)
  put('Fences.due', dueOf(stays))
  return {
    q,
    u: {
      $set: set,
      ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
      ...(raised.length > 0 ? { $push: { 'Fences.raised': { $each: raised } } } : {}),
    },
  }
}
