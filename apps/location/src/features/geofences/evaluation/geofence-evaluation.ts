import type { ServiceParts } from '@wardtrack/access'
import { type AssetDoc, type GeofenceDwell, trusted } from '@wardtrack/database'
import { PLACE_MEMBERS, type StoreUpdate, toCachedPlace, updateEach } from '@wardtrack/ingestion'
import type { PlaceCache } from '@wardtrack/places'
import { type AlertRelay, createAlertRelay, type PendingAlertRaiser } from './alert-relay.ts'
import { startDwellTimer } from './dwell-timer.ts'
import { createGeofenceCache, type GeofenceCache } from './geofence-rules.ts'
import { placeUpdate } from './place-update.ts'

/** Maximum clock difference between processes. */
const MAX_SKEW_MS = 10_000
const PAGE = 500

/**
 * Moves future times, left by a clock that was ahead, to now. Without the correction, geofences would not take effect
 * and waits would not end until the wrong time has passed.
 */
async function correctFutureTimes({
  db,
  bus,
  clock,
}: Pick<ServiceParts, 'db' | 'bus' | 'clock'>): Promise<void> {
  const now = new Date(clock.now())
  const latest = new Date(now.getTime() + MAX_SKEW_MS)
  const corrected = await db.models.geofences.updateMany(
    { activeFrom: trusted({ $gt: latest }) },
    { $set: { activeFrom: now } },
  )
  if (corrected.modifiedCount > 0) bus.publish('config.changed', { what: 'geofences' })
  // driver: a cursor over many assets, of which few members are read
  const waiting = db.driver.assets
    .find({ 'Fences.due': { $gt: now } }, { projection: PLACE_MEMBERS })
    .batchSize(PAGE)
  let updates: StoreUpdate[] = []
  for await (const doc of waiting) {
    if (doc.Fences?.dwells?.some(({ receivedAt }) => receivedAt > latest)) updates.push(correction(doc, now))
    if (updates.length < PAGE) continue
    await updateEach(db, 'assets', updates)
    updates = []
  }
  await updateEach(db, 'assets', updates)
}

/** The write requires that no event intervened, because a later event corrects its asset itself. */
function correction(doc: AssetDoc, now: Date): StoreUpdate {
  const before = toCachedPlace(doc)
  const dwells = before.dwells.map(
    (dwell): GeofenceDwell => ({
      ...dwell,
      from: minDate(dwell.from, now),
      since: minDate(dwell.since, now),
      receivedAt: minDate(dwell.receivedAt, now),
    }),
  )
  return placeUpdate(doc._id, { before, dwells, raised: [] })
}

const minDate = (a: Date, b: Date): Date => (a < b ? a : b)

/** Geofence evaluation of a process: the rules for places, the dwell timer and the alert relay. */
export type GeofenceEvaluation = {
  fences: GeofenceCache
  alertRelay: AlertRelay
  /** must be called after the last write of a place, while the store is still open */
  close(): Promise<void>
}

/** Starts the evaluation; from now on waits end on time. */
export function startGeofenceEvaluation(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'log' | 'clock' | 'cacheMode'>,
  places: PlaceCache,
  raiser: PendingAlertRaiser,
): GeofenceEvaluation {
  const fences = createGeofenceCache({ ...parts, places })
  const alertRelay = createAlertRelay(parts, raiser)
  const dwellTimer = startDwellTimer(parts, fences, alertRelay)
  let correcting: Promise<void> = Promise.resolve()
  const correct = (): void => {
    correcting = correcting
      .then(() => correctFutureTimes(parts))
      .catch((error: unknown) => parts.log.warn({ err: error }, 'times in the future stay as they are'))
  }
  // Also runs at the start, because the clock may have been corrected between two processes.
  correct()
  const unsubscribe = parts.clock.onJump((ms) => {
    if (ms < 0) correct()
  })
  return {
    fences,
    alertRelay,
    close: async () => {
      unsubscribe()
      await correcting
      await dwellTimer.close()
      await alertRelay.idle()
      fences.close()
    },
  }
}
