import type { Database } from '@wardtrack/database'
import type { Counts } from './count-cache.ts'

type Filter = Record<string, unknown>

/**
 * Filters of a search by index: filters on the asset, one per part of the search index, and one on its place. The
 * member `onBoth` holds the filters for assets that match both, one per part.
 */
export type SearchFilters = {
  onAsset: readonly Filter[]
  atPlaces: Filter | undefined
  onBoth: readonly Filter[]
}

/** Maximum number of matches that are collected and then sorted; more matches lie close together in any order. */
const MAX_COLLECTED = 2_000

/** Index by place. */
const BY_PLACE = {
  'CurrentLocation.hierarchyId': 1,
  AssetType: 1,
  AssetStatus: 1,
  'Fields.AssetName': 1,
  AssetId: 1,
} as const

/** Matches of a search: all ids or, when there are many, their number. */
export type SearchMatches = { ids: unknown[] } | { total: number }

/** Runs a search. Few matches are collected, which also counts them; a search known to match many is only counted. */
export async function findBySearch(
  db: Database,
  counts: Counts,
  search: SearchFilters,
): Promise<SearchMatches> {
  const { onAsset, atPlaces } = search
  const paths = [...onAsset, ...(atPlaces ? [atPlaces] : [])]
  const known = await Promise.all(paths.map(async (filter) => counts.cached(filter)))
  if (known.every((total) => (total ?? 0) <= MAX_COLLECTED)) {
    const found = await Promise.all([
      ...onAsset.map((filter) => collect(db, filter, { SearchGrams: 1 })),
      ...(atPlaces ? [collect(db, atPlaces, BY_PLACE)] : []),
    ])
    if (found.every((ids) => ids !== undefined))
      return { ids: [...new Map(found.flat().map((id) => [String(id), id])).values()] }
  }
  return { total: await countSearch(counts, search) }
}

async function collect(
  db: Database,
  filter: Filter,
  hint: Record<string, 1>,
): Promise<unknown[] | undefined> {
  // driver: see `AssetFilter`
  const found = await db.driver.assets
    .find(filter, { projection: { _id: 1 }, hint })
    .limit(MAX_COLLECTED + 1)
    .toArray()
  return found.length > MAX_COLLECTED ? undefined : found.map((asset) => asset._id)
}

async function countSearch(counts: Counts, { onAsset, atPlaces, onBoth }: SearchFilters): Promise<number> {
  const countAll = async (filters: readonly Filter[]): Promise<number> =>
    (await Promise.all(filters.map((filter) => counts.count(filter)))).reduce((sum, total) => sum + total, 0)
  const [matching, placed] = await Promise.all([countAll(onAsset), atPlaces ? counts.count(atPlaces) : 0])
  if (matching === 0 || placed === 0) return matching + placed
  return matching + placed - (await countAll(onBoth))
}
