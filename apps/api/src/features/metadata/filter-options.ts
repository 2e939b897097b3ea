import type { FilterGroups, MetaEntry } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import type { MetadataStore } from './metadata.store.ts'

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
