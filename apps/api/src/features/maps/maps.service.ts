import {
  type Actor,
  disclosedPatients,
  type ServiceParts,
  type SessionActor,
  sessionOf,
} from '@wardtrack/access'
import {
  type AssetPointer,
  type AssetRef,
  type CriteriaBody,
  type calls,
  type HeatPointer,
  messages,
} from '@wardtrack/contracts'
import { type ReadCriteria, summarizeCriteria, toLocation } from '@wardtrack/database'
import { mayKnowType, PATIENT, type Viewer } from '@wardtrack/patient-rule'
import type { PlaceCache } from '@wardtrack/places'
import { type CallContext, type Handler, invalidMember } from '@wardtrack/service-kit'
import { type AssetLists, criteriaOf, valueAt } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { findAlertedAssets, findLocatedAssets, findMapsWithAssets, type LocatedAsset } from './maps.store.ts'

/** Converts an asset to a point of a map, for one viewer. */
function toPointer(asset: LocatedAsset, viewer: Viewer, isAlerted: boolean): AssetPointer {
  const { Fields } = asset
  const linked = (type: string): AssetRef[] => Fields.Mappings?.[type] ?? []
  return {
    _id: asset._id.toHexString(),
    AssetType: asset.AssetType,
    AssetId: asset.AssetId,
    CurrentLocation: toLocation(asset.CurrentLocation),
    icon_type: isAlerted ? 2 : 1,
    ...textMember('Battery', memberOf(Fields['BatteryLevel'], 'Level')),
    ...textMember('WiFi', memberOf(Fields['WifiStrength'], 'Strength')),
    ...textMember('DeviceStatus', Fields['DeviceStatus']),
    ...textMember('InfusionStatus', Fields['InfusionStatus']),
    Fields: {
      ...textMember('AssetName', Fields['AssetName']),
      ...textMember('SerialNo', Fields['SerialNo']),
      ...textMember('PrimaryCategory', Fields['PrimaryCategory']),
      Clinicians: linked('Clinician'),
      Equipments: linked('Equipment'),
      ...(mayKnowType(viewer, PATIENT) ? { Patients: linked(PATIENT) } : {}),
    },
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Returns the named member if its value is a text. */
const textMember = <N extends string>(name: N, value: unknown): { [P in N]?: string } =>
  (typeof value === 'string' ? { [name]: value } : {}) as { [P in N]?: string }

/** Maximum number of pointers in a response. */
const MAX_POINTERS = 5_000

/** Pointers, their stored assets, and whether there are more than a response holds. */
type FoundPointers = { data: HeatPointer[]; assets: LocatedAsset[]; truncated: boolean }

/** Returns true if criteria name the map. */
export const hasMap = ({ conditions }: ReadCriteria): boolean =>
  conditions.some(({ path }) => path === 'CurrentLocation.mapId')

/**
 * Creates the reader of assets on maps, by type and id.
 * @returns a function of the criteria, the actor, and the stored path of the value that pointers hold as `Target`
 */
export function createPointerReader({ db }: Pick<ServiceParts, 'db'>, lists: AssetLists) {
  return async (criteria: ReadCriteria, actor: SessionActor, target?: string): Promise<FoundPointers> => {
    const filter = await lists.filterOf(criteria, { actor, activeByDefault: true })
    const found = await findLocatedAssets(db, filter, MAX_POINTERS + 1, target)
    const assets = found.slice(0, MAX_POINTERS)
    const alerted = await findAlertedAssets(db, actor, assets)
    const data = assets.map((asset): HeatPointer => {
      const pointer = toPointer(asset, actor, alerted.has(asset._id.toHexString()))
      const value = target === undefined ? undefined : valueAt(asset, target)
      return typeof value === 'string' ? { ...pointer, Target: value } : pointer
    })
    return { data: data.sort(byTypeAndId), assets, truncated: found.length > MAX_POINTERS }
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byTypeAndId = (a: AssetPointer, b: AssetPointer): number =>
  compareTexts(a.AssetType, b.AssetType) || compareTexts(a.AssetId, b.AssetId)

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
