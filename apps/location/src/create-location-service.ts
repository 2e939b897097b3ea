import type { Service, ServiceParts } from '@wardtrack/access'
import { type AdmissionLimits, createIngestion, createMetadataMappingCache } from '@wardtrack/ingestion'
import { createJobs } from '@wardtrack/jobs'
import { createPlaceCache, createWalkingGraphCache } from '@wardtrack/places'
import { createRuleEvaluation } from '@wardtrack/rules'
import { createVisitSummarizer } from '@wardtrack/summaries'
import {
  alertRoutes,
  createAlertOutboxWorker,
  createAlertRaiser,
  createAlertRedelivery,
} from './features/alerts/index.ts'
import { assetClaimRoutes } from './features/asset-claims/asset-claims.routes.ts'
import { createPlaceDeliveries } from './features/deliveries/index.ts'
import { geofenceRoutes, startGeofenceEvaluation } from './features/geofences/index.ts'
import { addMissingDepths, addMissingImageSizes, hierarchyRoutes } from './features/hierarchies/index.ts'
import { historyRoutes } from './features/history/history.routes.ts'
import { createLocationIngestion } from './features/ingestion/ingestion.routes.ts'
import { mapLanesRoutes } from './features/map-lanes/map-lanes.routes.ts'
import { createMapService, createMapUploads, mapRoutes } from './features/maps/index.ts'
import { monitorRoutes } from './features/monitors/monitors.routes.ts'
import { nearestAssetRoutes } from './features/nearest-assets/index.ts'
import { createPlaceChanges } from './features/place-changes/index.ts'
import { roomOutlineRoutes } from './features/room-outlines/room-outlines.routes.ts'
import { openLocationNames, searchRoutes } from './features/search/index.ts'

/**
 * Creates the location service, which handles places, positions and maps.
 * @param limits bounds on concurrent ingestion work; tests use smaller ones
 */
export async function createLocationService(
  parts: ServiceParts,
  limits: Partial<AdmissionLimits> = {},
): Promise<Service> {
  const places = createPlaceCache(parts)
  const walkingGraphs = createWalkingGraphCache({ ...parts, places })
  const mapping = createMetadataMappingCache(parts)
  const names = openLocationNames({ ...parts, places })
  const ingestion = createIngestion(parts, limits)
  const evaluation = startGeofenceEvaluation(parts, places, createAlertRaiser({ ...parts, places, mapping }))
  const deliveries = createPlaceDeliveries(parts)
  const ruleEvaluation = createRuleEvaluation(parts)
  const evaluators = { evaluation, ruleEvaluation, places }
  const visits = createVisitSummarizer({ ...parts, places }, ingestion.retention)
  await visits.ready()
  const jobs = createJobs(parts)
  const { calls, locations } = createLocationIngestion(
    parts,
    ingestion,
    { places, walkingGraphs, placeChanges: createPlaceChanges(parts, jobs) },
    evaluators,
    visits,
    deliveries,
  )
  const nearest = nearestAssetRoutes({ ...parts, places, mapping })
  const uploads = createMapUploads(parts, locations.flushed, deliveries.places)
  const worker = createAlertOutboxWorker(parts)
  jobs.defineJob(createAlertRedelivery({ ...parts, places, mapping }))
  await uploads.recover()
  await addMissingDepths(parts.db)
  await addMissingImageSizes(parts.db, await places.read())
  return {
    calls: [
      ...calls,
      ...historyRoutes({ ...parts, places, walkingGraphs }),
      ...mapRoutes(createMapService(parts, uploads)),
      ...hierarchyRoutes({ ...parts, places }),
      ...monitorRoutes(parts),
      ...mapLanesRoutes({ ...parts, places }),
      ...roomOutlineRoutes(parts),
      ...geofenceRoutes({ ...parts, places }),
      ...alertRoutes({ ...parts, places, mapping }),
      ...searchRoutes({ ...parts, places, mapping, names }),
      ...nearest.calls,
      ...assetClaimRoutes(parts),
    ],
    drain: () => {
      ingestion.drain()
      jobs.stop()
      worker.stop()
      deliveries.stop()
    },
    close: async () => {
      await jobs.close()
      await Promise.all([worker.close(), deliveries.close()])
      await uploads.close()
      await locations.close()
      await visits.close()
      await evaluation.close()
      ruleEvaluation.close()
      await ingestion.close()
      nearest.close()
      mapping.close()
      names.close()
      walkingGraphs.close()
      places.close()
    },
  }
}
