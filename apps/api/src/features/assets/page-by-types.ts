import type { Database } from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { createComparer, type StoreSort } from './asset-order.ts'
import { typesInFilter } from './filter-types.ts'

/** End of the deepest page that is put together from several lists; further down the store sorts everything. */
export const DEEPEST_MERGED = 1_000

/** A store filter. */
export type Filter = Record<string, unknown>
/** Which part of a list is wanted. */
export type PageRange = { skip: number; size: number }
type Found = { _id: unknown; AssetType: string; AssetId: string }

/**
 * Ids of a page over several types. The indexes that sort begin with the type, so each type's list comes sorted from
 * the store and the lists are merged here.
 * @returns undefined where that would read more than it spares
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
 * Whether an index has all types at once in order: by type, and by name. What words find it has in order for one type
 * only; and reading past patients would take a time that tells how many there are.
 */
const isSortedAtOnce = (sortField: string, filter: Filter, types: readonly string[]): boolean =>
  sortField === 'AssetType' ||
  (sortField === 'Fields.AssetName' && !('SearchWords' in filter) && types.includes(PATIENT))
