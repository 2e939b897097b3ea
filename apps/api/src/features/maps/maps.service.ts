import { type Actor, disclosedPatients, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type CriteriaBody, type calls, messages } from '@wardtrack/contracts'
import { type ReadCriteria, summarizeCriteria } from '@wardtrack/database'
import type { PlaceCache } from '@wardtrack/places'
import { type CallContext, type Handler, invalidMember } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { findMapsWithAssets } from './maps.store.ts'
import { createPointerReader, hasMap } from './read-pointers.ts'

type MapService = {
  listMaps: Handler<Actor, typeof calls.getfilterMap>
  pointersOfType: Handler<Actor, typeof calls.mapsPointer>
  pointers: Handler<Actor, typeof calls.mapsPointerAllAssets>
}

/** Creates the service that finds the maps with matching assets, and their positions on a map. */
export function createMapService(
  { db, mapPlaces }: Pick<ServiceParts, 'db'> & { mapPlaces: PlaceCache },
  metadata: MetadataStore,
  lists: AssetLists,
): MapService {
  const find = createPointerReader({ db }, lists)
  const readPointers = async (body: CriteriaBody, context: CallContext<Actor>, needsType: boolean) => {
    const actor = sessionOf(context.actor)
    const criteria = criteriaOf(body, await metadata.criteriaFields())
    checkPointerCriteria(criteria, needsType)
    const { data, assets, truncated } = await find(criteria, actor)
    context.auditDetails({
      criteria: summarizeCriteria(criteria, await metadata.types()),
      returned: assets.length,
      ...disclosedPatients(actor, assets),
    })
    return { data, truncated }
  }
  return {
    listMaps: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const criteria = criteriaOf(body, await metadata.criteriaFields())
      context.auditDetails({ criteria: summarizeCriteria(criteria, await metadata.types()) })
      const filter = await lists.filterOf(criteria, { actor, activeByDefault: true })
      const places = await mapPlaces.read()
      const found = await findMapsWithAssets(db, lists, filter)
      return found.map((map) => {
        const path = places.topPlaceOf(map.mapId)?.fullPath
        return path ? { ...map, place: Object.values(path) } : map
      })
    },
    pointersOfType: async ({ body }, context) => {
      const found = await readPointers(body, context, true)
      return { ...found, AssetIds: found.data.map(({ AssetId }) => AssetId) }
    },
    pointers: ({ body }, context) => readPointers(body, context, false),
  }
}

/** Checks that criteria name the map and, where required, the type. @throws ApiError 400 */
function checkPointerCriteria(criteria: ReadCriteria, needsType: boolean): void {
  if (!hasMap(criteria)) throw invalidMember('CurrentLocation.mapId', messages.mapNeeded)
  if (needsType && !criteria.conditions.some(({ path }) => path === 'AssetType'))
    throw invalidMember('AssetType', messages.assetTypeNeeded)
}
