import type { ServiceParts } from '@wardtrack/access'
import type { PlaceCache } from '../../../places/place-cache.ts'
import { type AlertRelay, createAlertRelay, type PendingAlertRaiser } from './alert-relay.ts'
import { startDwellTimer } from './dwell-timer.ts'
import { createGeofenceCache, type GeofenceCache } from './geofence-rules.ts'

/** The geofences of a process at work: what judges places, what ends waits, and where alerts go. */
export type GeofenceEvaluation = {
  fences: GeofenceCache
  alertRelay: AlertRelay
  /** to be called when no place is written any more, while the store is still open */
  close(): Promise<void>
}

/** Starts watching: from now on waits end on time. */
export function startGeofenceEvaluation(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'log' | 'cacheMode'>,
  places: PlaceCache,
  raiser: PendingAlertRaiser,
): GeofenceEvaluation {
  const fences = createGeofenceCache({ ...parts, places })
  const alertRelay = createAlertRelay(parts, raiser)
  const dwellTimer = startDwellTimer(parts, fences, alertRelay)
  return {
    fences,
    alertRelay,
    close: async () => {
      await dwellTimer.close()
      await alertRelay.idle()
      fences.close()
    },
  }
}
