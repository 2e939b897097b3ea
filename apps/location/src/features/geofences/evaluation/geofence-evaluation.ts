import type { ServiceParts } from '@wardtrack/access'
import type { PlaceCache } from '@wardtrack/places'
import { type AlertRelay, createAlertRelay, type PendingAlertRaiser } from './alert-relay.ts'
import { correctFutureTimes } from './correct-future-times.ts'
import { startDwellTimer } from './dwell-timer.ts'
import { createGeofenceCache, type GeofenceCache } from './geofence-rules.ts'

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
