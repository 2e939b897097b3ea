import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { PlaceCache } from '@wardtrack/places'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createAddPlaceService } from './add-place.service.ts'
import { createHierarchyService } from './hierarchies.service.ts'
import { createMappingService } from './place-mapping.service.ts'

/** Serves the calls about the internal hierarchy, the providers' hierarchies, and the mapping between them. */
export function hierarchyRoutes(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'limits'> & { places: PlaceCache },
): ServedCall<Actor>[] {
  const hierarchies = createHierarchyService(parts)
  const mappings = createMappingService(parts)
  return [
    serve(calls.getLocationTitle)<Actor>(hierarchies.levelTitles),
    serve(calls.getLocationOptionsByLevel)<Actor>(hierarchies.levelOptions),
    serve(calls.getLocationHierarchyById)<Actor>(hierarchies.place),
    serve(calls.getActivatedHierarchyProviders)<Actor>(hierarchies.providers),
    serve(calls.rtlsHierarchies)<Actor>(hierarchies.internalPlaces),
    serve(calls.providerHierarchies)<Actor>(hierarchies.providerPlaces),
    serve(calls.addPlace)<Actor>(createAddPlaceService(parts).add),
    serve(calls.modifyRtlsHierarchy)<Actor>(mappings.replace),
  ]
}
