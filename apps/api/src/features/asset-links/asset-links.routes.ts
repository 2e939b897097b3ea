import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import { createAssetLinkService } from './asset-links.service.ts'

/** Creates the calls that link assets. */
export function assetLinkRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  deliveries: AssetDeliveries,
): ServedCall<Actor>[] {
  const links = createAssetLinkService(parts, metadata, deliveries)
  return [
    serve(calls.getGroupedAssetIds)<Actor>(links.groupedIds),
    serve(calls.addAssetMapping)<Actor>(links.add),
    serve(calls.removeAssetMapping)<Actor>(links.remove),
  ]
}
