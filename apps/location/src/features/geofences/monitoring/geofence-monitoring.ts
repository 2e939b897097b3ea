import type { ServiceParts } from '@wardtrack/access'
import type { PlaceCache } from '../../../places/place-cache.ts'
import { type AlertRelay, createAlertRelay, type Raiser } from './alert-relay.ts'
import { startDwellTimer } from './dwell-timer.ts'
import { createGeofenceCache, type GeofenceCache } from './geofence-cache.ts'

/** The geofences of a process at work: what judges places, what ends waits, and where alerts go. */
export type GeofenceMonitoring = {
  fences: GeofenceCache
  handOver: AlertRelay
  /** to be called when no place is written any more, while the store is still open */
  close(): Promise<void>
}

/** Starts watching: from now on waits end on time. */
export function startGeofenceMonitoring(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'log' | 'hearsAll'>,
  places: PlaceCache,
  raiser: Raiser,
): GeofenceMonitoring {
  const fences = createGeofenceCache({ ...parts, places })
  const handOver = createAlertRelay(parts, raiser)
  const clock = startDwellTimer(parts, fences, handOver)
  return {
    fences,
    handOver,
    close: async () => {
      await clock.close()
      await handOver.idle()
      fences.close()
    },
  }
}
