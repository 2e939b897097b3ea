import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { createMapService } from './maps.service.ts'

/** The calls of assets on maps: which maps hold matching ones, and where on a map they are. */
export function mapRoutes(
  parts: ServiceParts,
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
