import type { ServiceParts } from '@wardtrack/access'
import type { PlaceCache } from '@wardtrack/places'
import { type AlertRelay, createAlertRelay, type PendingAlertRaiser } from './alert-relay.ts'
import { correctFutureTimes } from './correct-future-times.ts'
import { startDwellTimer } from './dwell-timer.ts'
import { createGeofenceCache, type GeofenceCache } from './geofence-rules.ts'

/** The geofences of a process at work: what evaluates places, what ends waits, and where alerts go. */
export type GeofenceEvaluation = {
  fences: GeofenceCache
  alertRelay: AlertRelay
  /** to be called when no place is written any more, while the store is still open */
  close(): Promise<void>
}

/** Starts watching: from now on waits end on time. */
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
  // At the start, too: the clock may have been corrected between two processes.
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
