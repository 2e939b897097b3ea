import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { PlaceCache } from '@wardtrack/places'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { createMapService } from './maps.service.ts'

/** Creates the calls of assets on maps: the maps with matching assets, and the positions on a map. */
export function mapRoutes(
  parts: ServiceParts & { mapPlaces: PlaceCache },
  metadata: MetadataStore,
  lists: AssetLists,
): ServedCall<Actor>[] {
  const maps = createMapService(parts, metadata, lists)
  return [
    serve(calls.getfilterMap)<Actor>(maps.listMaps),
    serve(calls.mapsPointer)<Actor>(maps.pointersOfType),
    serve(calls.mapsPointerAllAssets)<Actor>(maps.pointers),
  ]
}
