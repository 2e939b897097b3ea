import { type Database, DURABLE_READ } from '@wardtrack/database'
import {
  type CachedAsset,
  type CachedPlace,
  isTimed,
  PLACE_MEMBERS,
  toCachedPlace,
} from '@wardtrack/ingestion'
import { isSamePlace } from '@wardtrack/summaries'
import { type GeofenceEvaluation, type PlaceChange, placeAfter } from '../geofences/index.ts'
import type { PlaceStep } from './place-rules.ts'
import type { PositionUpdate } from './position-update.types.ts'
import type { VisitNotes } from './visit-notes.ts'

/** The positions of one asset in a group of events, in order of time. */
export type AssetUpdates = { asset: CachedAsset; key: string; positions: PositionUpdate[] }
/** One write that moves an asset to its newest place. */
export type PlaceMove = {
  updates: AssetUpdates
  newest: PositionUpdate
  change: PlaceChange
  ruleStep: PlaceStep | undefined
  visits: VisitNotes
}
/** Updates the cache after a move, and passes its alerts to the relay. */
export function commitMove(
  { updates, newest, change, ruleStep }: PlaceMove,
  { alertRelay }: GeofenceEvaluation,
): PositionUpdate {
  ruleStep?.commit()
  const { asset } = updates
  const after = placeAfter(change)
  if (asset.place.rev < after.rev) asset.place = after
  asset.isTimed = true
  alertRelay.add(change.raised)
  return newest
}

/**
 * Finds the moves that conflicted with another write and updates their assets from the store for the next attempt.
 * Other moves of the statement are unaffected.
 */
export async function reloadUnwritten(
  db: Database,
  moves: readonly PlaceMove[],
  evaluation: GeofenceEvaluation,
): Promise<PlaceMove[]> {
  const ids = moves.map(({ updates }) => updates.asset._id)
  // driver: places are moved with each event, a hot path
  const docs = await db.driver.assets
    .find(
      { _id: { $in: ids } },
      { projection: { ...PLACE_MEMBERS, 'Fences.raised': 1, 'Silence.due': 1 }, ...DURABLE_READ },
    )
    .toArray()
  const byId = new Map(docs.map((doc) => [doc._id.toHexString(), doc]))
  return moves.filter((move) => {
    const { updates } = move
    const doc = byId.get(updates.key)
    if (!doc) {
      // The asset was deleted, so its positions are dropped.
      updates.positions.length = 0
      return true
    }
    const stored = toCachedPlace(doc)
    if (isStored(move, stored)) return false
    updates.asset.place = stored
    updates.asset.isTimed = isTimed(doc)
    evaluation.alertRelay.add(doc.Fences?.raised ?? [])
    return true
  })
}

/** Returns true if the stored place is the one that a move writes. */
function isStored({ change }: PlaceMove, { rev, location: stored }: CachedPlace): boolean {
  const { rev: writtenRev, location } = placeAfter(change)
  return (
    stored !== undefined &&
    location !== undefined &&
    rev === writtenRev &&
    stored.time.getTime() === location.time.getTime() &&
    stored.since?.getTime() === location.since?.getTime() &&
    isSamePlace(stored, location)
  )
}
