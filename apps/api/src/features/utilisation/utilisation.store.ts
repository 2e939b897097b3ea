import type { AssetDoc, Database } from '@wardtrack/database'
import type { AssetFilter } from '../assets/index.ts'

/** What utilisation is counted by. */
export type OwnedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'Fields' | 'HomeLocation' | 'CurrentLocation'>

const OWNED_FIELDS = {
  AssetType: 1,
  // With type and id a sealed category is opened.
  AssetId: 1,
  'Fields.PrimaryCategory': 1,
  'HomeLocation.fullPath': 1,
  'CurrentLocation.fullPath': 1,
} as const

/** The assets of a filter. */
export function findOwned(db: Database, filter: AssetFilter): Promise<OwnedAsset[]> {
  // driver: the filter is made of criteria, which a model would cast
  return db.driver.assets.find<OwnedAsset>(filter, { projection: OWNED_FIELDS }).toArray()
}
