import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type CriteriaBody, calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { filterMaps } from './filter-maps.ts'
import { checkPointerCriteria, pointersOf } from './pointers.ts'

/** The calls of assets on maps: which maps hold matching ones, and where on a map they are. */
export function mapRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  lists: AssetLists,
): ServedCall<Actor>[] {
  const pointers = async (body: CriteriaBody, who: Actor, needsType: boolean) => {
    const actor = sessionOf(who)
    const criteria = criteriaOf(body, await metadata.vocabulary())
    checkPointerCriteria(criteria, needsType)
    return pointersOf(parts, actor, await lists.filterOf(criteria, { actor, present: true }))
  }
  return [
    serve(calls.getfilterMap)<Actor>(async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const criteria = criteriaOf(body, await metadata.vocabulary())
      return filterMaps(parts, lists, await lists.filterOf(criteria, { actor, present: true }))
    }),
    serve(calls.mapsPointer)<Actor>(async ({ body }, { actor }) => {
      const found = await pointers(body, actor, true)
      return { ...found, AssetIds: found.data.map(({ AssetId }) => AssetId) }
    }),
    serve(calls.mapsPointerAllAssets)<Actor>(({ body }, { actor }) => pointers(body, actor, false)),
  ]
}
