import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { PlaceCache } from '@wardtrack/places'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createMapLanesService } from './map-lanes.service.ts'

/** Serves the calls about lanes: reading and replacing those of a map, and the connections between maps. */
export function mapLanesRoutes(
  parts: Pick<ServiceParts, 'db' | 'bus'> & { places: PlaceCache },
): ServedCall<Actor>[] {
  const mapLanes = createMapLanesService(parts)
  return [
    serve(calls.getMapLanes)<Actor>(mapLanes.get),
    serve(calls.saveMapLanes)<Actor>(mapLanes.save),
    serve(calls.connections)<Actor>(mapLanes.connections),
  ]
}
