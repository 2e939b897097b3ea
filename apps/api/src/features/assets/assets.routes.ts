import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type CriteriaBody, calls, type Sort } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { toAssetAnswer } from './asset-answer.ts'
import { findAsset, pairsOf } from './assets.service.ts'
import type { AssetLists } from './assets.store.ts'
import { homeLocationRoute } from './home-location.ts'
import { projected, projectionOf } from './projection.ts'
import { criteriaOf } from './read-asset-criteria.ts'
import { statusAsCriteria } from './status-query.ts'

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
const BY_TYPE: readonly Sort[] = [{ sortField: 'AssetType', sortDirection: 1 }]

/** The calls of assets, one by one and in lists. */
export function assetRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  lists: AssetLists,
): ServedCall<Actor>[] {
  return [
    homeLocationRoute(parts),
    serve(calls.assetGetById)<Actor>(async ({ query }, { actor, target }) => {
      const doc = await findAsset(parts, sessionOf(actor), query.assetType, query.assetId)
      target('asset', doc._id.toHexString())
      return { data: toAssetAnswer(doc, sessionOf(actor)) }
    }),
    serve(calls.assetsFilter)<Actor>(async ({ query, body }, context) => {
      const actor = sessionOf(context.actor)
      const criteria = criteriaOf(body, await metadata.vocabulary())
      const page = query.page ?? criteria.pagination?.currentPage ?? 1
      const size = query.pagesize ?? criteria.pagination?.items ?? 9
      const of = { page, size, defaultSort: BY_NAME }
      const { docs, total } = await lists.page(criteria, { actor, present: true }, of)
      return { assets: docs.map((doc) => toAssetAnswer(doc, actor)), maxAssets: total }
    }),
    serve(calls.getAssetMappingById)<Actor>(async ({ body }, { actor, target }) => {
      const [[type, id] = ['', '']] = Object.entries(body)
      const doc = await findAsset(parts, sessionOf(actor), type, id)
      target('asset', doc._id.toHexString())
      return { Mapping: pairsOf(doc, sessionOf(actor)) }
    }),
    serve(calls.assetsList)<Actor>(async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const fields = await metadata.vocabulary()
      const asked: CriteriaBody = statusAsCriteria(body.query ?? {})
      const criteria = criteriaOf(asked, fields, 'query')
      const paths = projectionOf(body.projection, fields)
      const of = { page: body.page, size: body.pagesize, defaultSort: BY_TYPE }
      const { docs, total } = await lists.page(criteria, { actor, present: false }, of)
      return { data: docs.map((doc) => projected(toAssetAnswer(doc, actor), paths)), count: total }
    }),
  ]
}
