import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { RuleEvaluation } from '@wardtrack/rules'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import type { AssetLists } from './asset-lists.store.ts'
import { createAssetService } from './assets.service.ts'

/** Creates the calls for single assets and lists of assets. */
export function assetRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  lists: AssetLists,
  rules: RuleEvaluation,
): ServedCall<Actor>[] {
  const assets = createAssetService(parts, metadata, lists, rules)
  return [
    serve(calls.saveHomeLocation)<Actor>(assets.saveHomeLocation),
    serve(calls.assetGetById)<Actor>(assets.read),
    serve(calls.getAssetMappingById)<Actor>(assets.readLinks),
    serve(calls.assetsFilter)<Actor>(assets.filter),
    serve(calls.assetsList)<Actor>(assets.list),
  ]
}
