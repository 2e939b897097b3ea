import type { Database } from '@wardtrack/database'
import { createComparer, type StoreSort } from './asset-order.ts'

/** End of the deepest page that is put together from several lists; further down the store sorts everything. */
export const DEEPEST_MERGED = 1_000

/** A store filter. */
export type Filter = Record<string, unknown>
/** Which part of a list is wanted. */
export type PageRange = { skip: number; size: number }
type Found = { _id: unknown; AssetType: string; AssetId: string }

/** The types of a filter that names several; undefined for any other. */
export function typesInCriteria(filter: Filter): string[] | undefined {
  const named = filter['AssetType']
  const list = typeof named === 'object' && named !== null ? Reflect.get(named, '$in') : undefined
  return Array.isArray(list) && list.every((entry) => typeof entry === 'string') ? list : undefined
}

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
  const types = typesInCriteria(filter)
  const [first = ''] = Object.keys(sort)
  // By name and by type an index sorts all types at once; what words find is sorted by name for one type only.
  const atOnce = first === 'AssetType' || (first === 'Fields.AssetName' && !('SearchWords' in filter))
  if (!types || atOnce || skip + size > DEEPEST_MERGED) return undefined
  const projection = Object.fromEntries(
    ['AssetType', 'AssetId', ...Object.keys(sort)].map((path) => [path, 1]),
  )
  const { AssetType: _type, ...ownSort } = sort
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
