import { type AssetDoc, type Database, summaryId } from '@wardtrack/database'
import type { AssetFilter } from '../assets/index.ts'

/** What comes to a place within so long before a moment is moving at it. */
export const MOVING_MS = 600_000
const PAGE = 2_000

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

/** Which assets came to a place shortly before a moment, by their `_id`, hexadecimal. The keys alone are read. */
export async function arrivedBefore(db: Database, moment: number): Promise<Set<string>> {
  const ids = { $gte: summaryId(new Date(moment - MOVING_MS)), $lt: summaryId(new Date(moment)) }
  const arrived = new Set<string>()
  // driver: keys of a range of time, as many as there are
  const found = db.driver.visits.find({ _id: ids }, { projection: { _id: 1 }, batchSize: PAGE })
  for await (const { _id } of found) arrived.add(_id.slice(_id.indexOf('|') + 1))
  return arrived
}
