import { type Database, type GeofenceDoc, trusted } from '@wardtrack/database'
import { checkRoom, type FenceLimits, refuseTakenName } from '../geofences.store.ts'

/** Fences that are inserted at a time: each may have 200 corners, and inserting many would delay other requests. */
const INSERTED_TOGETHER = 20

/**
 * Stores new fences of one map: all of them, or none.
 * @throws ApiError 409 a name that is taken on the map, or a reached fence limit
 */
export async function addFences(
  db: Database,
  MapId: string,
  fences: readonly GeofenceDoc[],
  limits: FenceLimits,
): Promise<void> {
  await checkRoom(db, MapId, limits, fences.length)
  try {
    for (let from = 0; from < fences.length; from += INSERTED_TOGETHER)
      await refuseTakenName(db.models.geofences.insertMany(fences.slice(from, from + INSERTED_TOGETHER)))
  } catch (error) {
    // Somebody took one of the names after the check, so the fences inserted before it are deleted again.
    await db.models.geofences.deleteMany({ _id: trusted({ $in: fences.map(({ _id }) => _id) }) })
    throw error
  }
}

/** Returns the normalised names that fences of a map already use. */
export async function findTakenNames(
  db: Database,
  MapId: string,
  nameKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const takenFences = await db.models.geofences
    .find({ MapId, nameKey: trusted({ $in: [...nameKeys] }) })
    .select({ nameKey: 1 })
  return new Set(takenFences.map(({ nameKey }) => nameKey))
}
