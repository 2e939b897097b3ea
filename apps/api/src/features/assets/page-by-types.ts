import type { Database } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { createComparer, type StoreSort } from './asset-order.ts'
import { typesInFilter } from './filter-types.ts'

/** Last row of a page that is merged from several lists; further down the store sorts all. */
export const DEEPEST_MERGED = 1_000

/** Store filter. */
export type Filter = Record<string, unknown>
/** Range of rows in a list. */
export type PageRange = { skip: number; size: number }
type Found = { _id: unknown; AssetType: string; AssetId: string }

/**
 * Finds the ids of a page over several types. The sorting indexes begin with the type, so the store returns one
 * sorted list per type, and this function merges them.
 * @returns undefined where merging costs more than it saves
 */
export async function pageIdsByTypes(
  db: Database,
  filter: Filter,
  sort: StoreSort,
  { skip, size }: PageRange,
): Promise<unknown[] | undefined> {
  const types = typesInFilter(filter)
  const [first = ''] = Object.keys(sort)
  if (!types || isSortedAtOnce(first, filter, types) || skip + size > DEEPEST_MERGED) return undefined
  const projection = Object.fromEntries(
    ['AssetType', 'AssetId', ...Object.keys(sort)].map((path) => [path, 1]),
  )
  const { AssetType: _type, ...ownSort } = sort
  // driver: see `AssetFilter`
  const lists = await Promise.all(
    types.map((AssetType) =>
      db.driver.assets
        .find<Found>({ ...filter, AssetType }, { projection })
        .sort(ownSort)
        .limit(skip + size)
        .toArray(),
    ),
  )
  const merged = lists.flat().sort(createComparer(sort))
  return merged.slice(skip, skip + size).map((entry) => entry._id)
}

/**
 * Returns true if one index sorts all types together: by type, or by name. Word searches are sorted for one type
 * only. Skipping patients would take a time that reveals their number.
 */
const isSortedAtOnce = (sortField: string, filter: Filter, types: readonly string[]): boolean =>
  sortField === 'AssetType' ||
  (sortField === 'Fields.AssetName' && !('SearchWords' in filter) && types.includes(PATIENT))
