import { type Actor, disclosedPatients, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type AssetPointer, type CriteriaBody, type calls, messages } from '@wardtrack/contracts'
import { type ReadCriteria, summarizeCriteria } from '@wardtrack/database'
import { type CallContext, type Handler, invalidMember } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { toPointer } from './asset-pointer.ts'
import { findAlertedAssets, findLocatedAssets, findMapsWithAssets } from './maps.store.ts'

/** Most pointers an answer holds. */
const MAX_POINTERS = 5_000

type MapService = {
  listMaps: Handler<Actor, typeof calls.getfilterMap>
  pointersOfType: Handler<Actor, typeof calls.mapsPointer>
  pointers: Handler<Actor, typeof calls.mapsPointerAllAssets>
}

/** Answers which maps hold matching assets, and where on a map they are. */
export function createMapService(
  { db }: Pick<ServiceParts, 'db'>,
  metadata: MetadataStore,
  lists: AssetLists,
): MapService {
  const readPointers = async (body: CriteriaBody, context: CallContext<Actor>, needsType: boolean) => {
    const actor = sessionOf(context.actor)
    const criteria = criteriaOf(body, await metadata.criteriaFields())
    checkPointerCriteria(criteria, needsType)
    const filter = await lists.filterOf(criteria, { actor, activeByDefault: true })
    const found = await findLocatedAssets(db, filter, MAX_POINTERS + 1)
    const assets = found.slice(0, MAX_POINTERS)
    context.auditDetails({
      criteria: summarizeCriteria(criteria, await metadata.types()),
      returned: assets.length,
      ...disclosedPatients(actor, assets),
    })
    const alerted = await findAlertedAssets(db, actor, assets)
    const data = assets.map((asset) => toPointer(asset, actor, alerted.has(asset._id.toHexString())))
    return { data: data.sort(byTypeAndId), truncated: found.length > MAX_POINTERS }
  }
  return {
    listMaps: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const criteria = criteriaOf(body, await metadata.criteriaFields())
      context.auditDetails({ criteria: summarizeCriteria(criteria, await metadata.types()) })
      return findMapsWithAssets(db, lists, await lists.filterOf(criteria, { actor, activeByDefault: true }))
    },
    pointersOfType: async ({ body }, context) => {
      const found = await readPointers(body, context, true)
      return { ...found, AssetIds: found.data.map(({ AssetId }) => AssetId) }
    },
    pointers: ({ body }, context) => readPointers(body, context, false),
  }
}

/** Checks that criteria say which map, and which type where that is asked for. @throws ApiError 400 */
function checkPointerCriteria(criteria: ReadCriteria, needsType: boolean): void {
  const names = (path: string): boolean => criteria.conditions.some((condition) => condition.path === path)
  if (!names('CurrentLocation.mapId')) throw invalidMember('CurrentLocation.mapId', messages.mapNeeded)
  if (needsType && !names('AssetType')) throw invalidMember('AssetType', messages.assetTypeNeeded)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byTypeAndId = (a: AssetPointer, b: AssetPointer): number =>
  compareTexts(a.AssetType, b.AssetType) || compareTexts(a.AssetId, b.AssetId)
