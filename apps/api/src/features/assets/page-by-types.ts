import type { Database } from '@wardtrack/database'
import { comparerOf, type StoreSort } from './asset-order.ts'

/** Deepest page that is put together from one list for each type; further down the store sorts everything. */
const DEEPEST = 1_000

type Filter = Record<string, unknown>
type Found = { _id: unknown; AssetType: string; AssetId: string }

/** The types of a filter that names several; undefined for any other. */
export function typesInCriteria(filter: Filter): string[] | undefined {
  const named = filter['AssetType']
  const list = typeof named === 'object' && named !== null ? Reflect.get(named, '$in') : undefined
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
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
  { skip, size }: { skip: number; size: number },
): Promise<unknown[] | undefined> {
  const types = typesInCriteria(filter)
  const [first = ''] = Object.keys(sort)
  // By name and by type an index sorts all types at once; what words find is sorted by name for one type only.
  const atOnce = first === 'AssetType' || (first === 'Fields.AssetName' && !('SearchWords' in filter))
  if (!types || atOnce || skip + size > DEEPEST) return undefined
  const projection = Object.fromEntries(
    ['AssetType', 'AssetId', ...Object.keys(sort)].map((path) => [path, 1]),
  )
  const { AssetType: _type, ...ownSort } = sort
  const lists = await Promise.all(
    types.map((AssetType) =>
      db.assets
        .find<Found>({ ...filter, AssetType }, { projection })
        .sort(ownSort)
        .limit(skip + size)
        .toArray(),
    ),
  )
  const merged = lists.flat().sort(comparerOf(sort))
  return merged.slice(skip, skip + size).map((one) => one._id)
}
