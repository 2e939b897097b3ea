import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { PlaceCache, WalkingGraphCache } from '@wardtrack/places'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createHistoryService } from './history.service.ts'

/** Serves the calls about the location history of one asset. */
export function historyRoutes(
  parts: Pick<ServiceParts, 'db'> & { places: PlaceCache; walkingGraphs: WalkingGraphCache },
): ServedCall<Actor>[] {
  const history = createHistoryService(parts)
  return [
    serve(calls.getLocationHistory)<Actor>(history.page),
    serve(calls.getVisits)<Actor>(history.visits),
    serve(calls.getTrail)<Actor>(history.trail),
  ]
}
