import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import {
  calls,
  type FilterGroups,
  MAX_COUNTED_USE,
  type MetadataUse,
  type MetaEntry,
} from '@wardtrack/contracts'
import { type Database, type MetadataDoc, trusted } from '@wardtrack/database'
import { mayKnowType, type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { createMetadataService } from './metadata.service.ts'
import type { MetadataStore } from './metadata.store.ts'
import type { MetadataPart } from './removed-metadata.ts'
import { toMetaMapping } from './visible-mapping.ts'

const ASSET_INFO = ['AssetName', 'SerialNo', 'PrimaryCategory', 'Status']
const ASSET_STATUS = ['WifiStrength', 'BatteryLevel', 'DeviceStatus', 'InfusionStatus']

type Fields = FilterGroups['AssetInfo']

const created: Fields[string] = {
  Alias: 'Date & Time',
  Model: 'createdAt',
  filterFlag: '1',
  inputType: 'input',
  tableKey: 'createdAt',
}

/** Returns the filter fields of each asset type visible to a viewer. */
export async function filterGroupsOfTypes(
  db: Database,
  metadata: MetadataStore,
  viewer: Viewer,
): Promise<Record<string, FilterGroups>> {
  const { types } = await metadata.read()
  const rules = await db.sealing.rules()
  return Object.fromEntries(
    visibleTypes(Object.keys(types), viewer).map((type) => [
      type,
      filterGroupsOf(types[type] ?? {}, (path) => rules.isEncrypted(type, path)),
    ]),
  )
}

/**
 * Returns the filter fields of one asset type in the groups of getFilterOption, only entries flagged for filtering.
 * @param isEncrypted returns true for fields that are compared only with whole values
 */
function filterGroupsOf(
  entries: Record<string, MetaEntry>,
  isEncrypted: (path: string) => boolean,
): FilterGroups {
  const flagged = Object.entries(entries).filter(([, entry]) => entry.filterFlag === '1')
  const group = (belongs: (name: string) => boolean): Fields =>
    Object.fromEntries(
      flagged
        .filter(([name]) => belongs(name))
        .map(([name, entry]) => [name, fieldOf(entry, isEncrypted(entry.Model))]),
    )
  return {
    AssetInfo: group((name) => ASSET_INFO.includes(name)),
    MedaDataInfo: group((name) => !ASSET_INFO.includes(name) && !ASSET_STATUS.includes(name)),
    AssetStatus: group((name) => ASSET_STATUS.includes(name)),
    Time: { createdAt: created },
  }
}

function fieldOf({ icon: _icon, ...field }: MetaEntry, encrypted: boolean): Fields[string] {
  return encrypted ? { ...field, encrypted } : field
}

/**
 * Counts the assets of a type, or with a value of an entry. Without the flag, patients are not counted.
 * @throws ApiError 404 for a type or entry that the mapping does not have
 */
async function countMetadataUse(
  db: Database,
  { types }: MetadataDoc,
  { type, name }: MetadataPart,
  actor: SessionActor,
): Promise<MetadataUse> {
  const entries = Object.hasOwn(types, type) ? types[type] : undefined
  const entry = name !== undefined && entries && Object.hasOwn(entries, name) ? entries[name] : undefined
  if (!entries || (name !== undefined && !entry)) throw notFound()
  if (!mayKnowType(actor, type)) return {}
  const withValue = entry ? { [entry.Model]: trusted({ $exists: true }) } : {}
  const assets = await db.models.assets
    .countDocuments({ AssetType: type, ...withValue })
    .limit(MAX_COUNTED_USE)
  return { assets }
}

/** Creates the calls of the metadata mapping: names of asset fields, filter flags, and images. */
export function metadataRoutes(parts: ServiceParts, metadata: MetadataStore): ServedCall<Actor>[] {
  const service = createMetadataService(parts)
  const { db } = parts
  return [
    serve(calls.getMetaDataMapping)<Actor>(async (_input, { actor }) =>
      toMetaMapping(await metadata.read(), sessionOf(actor)),
    ),
    serve(calls.getFilterOption)<Actor>(async (_input, { actor }) => [
      await filterGroupsOfTypes(db, metadata, sessionOf(actor)),
    ]),
    serve(calls.updateMetaDataMapping)<Actor>(service.update),
    serve(calls.saveNewMetaDataMapping)<Actor>(service.add),
    serve(calls.removeMetaDataMapping)<Actor>(service.remove),
    serve(calls.countMetaDataMapping)<Actor>(async ({ query }, { actor }) =>
      countMetadataUse(db, await metadata.read(), query, sessionOf(actor)),
    ),
    serve(calls.uploadMetaDataFiles)<Actor>(service.uploadImages),
    serve(calls.deleteAliasImage)<Actor>(service.removeImage),
  ]
}
