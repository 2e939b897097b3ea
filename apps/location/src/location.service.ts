import type { Service, ServiceParts } from '@wardtrack/access'
import { type AdmissionLimits, createIngestion } from '@wardtrack/ingestion'
import { createAlertCalls, createAlertOutboxWorker, createAlertRaiser } from './features/alerts/index.ts'
import { createFenceCalls, startGeofenceMonitoring } from './features/geofences/index.ts'
import { createHierarchyCalls, keepDepths } from './features/hierarchies/index.ts'
import { createLocationHistory } from './features/history/index.ts'
import { createLocationIngestion } from './features/ingestion/index.ts'
import { createMapCalls, createMapSaver } from './features/maps/index.ts'
import { createMonitorCalls } from './features/monitors/index.ts'
import { createPlaceCache } from './places/place-cache.ts'

/**
 * The location service: places, positions and maps.
 * @param limits bounds of what ingestion works on at a time, smaller ones in tests
 */
export async function createLocationService(
  parts: ServiceParts,
  limits: Partial<AdmissionLimits> = {},
): Promise<Service> {
  const places = createPlaceCache(parts)
  const ingestion = createIngestion(parts, limits)
  const watch = startGeofenceMonitoring(parts, places, createAlertRaiser({ ...parts, places }))
  const { calls, locations } = createLocationIngestion(parts, ingestion, places, watch)
  const maps = createMapSaver(parts, locations.idle)
  const courier = createAlertOutboxWorker(parts)
  await maps.heal()
  await keepDepths(parts.db)
  return {
    calls: [
      ...calls,
      ...createLocationHistory(parts),
      ...createMapCalls(parts, maps),
      ...createHierarchyCalls(parts),
      ...createMonitorCalls(parts),
      ...createFenceCalls({ ...parts, places }),
      ...createAlertCalls({ ...parts, places }),
    ],
    drain: () => courier.stop(),
    close: async () => {
      await courier.close()
      await maps.close()
      await locations.close()
      await watch.close()
      await ingestion.close()
      places.close()
    },
  }
}
