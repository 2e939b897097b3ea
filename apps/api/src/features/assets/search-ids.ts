import type { Database } from '@wardtrack/database'
import type { Counts } from './count-cache.ts'

type Filter = Record<string, unknown>

/** What a search finds, in two parts that each have an index: on the asset itself, and by its place. */
export type SearchParts = { onAsset: Filter; atPlaces: Filter | undefined; onBoth: Filter | undefined }

/** Most finds that are collected and then sorted; where there are more, they lie close enough in any order. */
const MAX_COLLECTED = 2_000

/** The index by place. */
const BY_PLACE = {
  'CurrentLocation.hierarchyId': 1,
  AssetType: 1,
  AssetStatus: 1,
  'Fields.AssetName': 1,
  AssetId: 1,
} as const

/** What a search finds: everything by its ids, or, when that is much, how much it is. */
export type SearchMatches = { ids: unknown[] } | { total: number }

/**
 * Finds what a search finds. Few are collected, which also counts them; a search that is known to find many is only
 * counted.
 */
export async function findBySearch(
  db: Database,
  counts: Counts,
  search: SearchParts,
): Promise<SearchMatches> {
  const { onAsset, atPlaces } = search
  const known = await Promise.all([counts.cached(onAsset), atPlaces && counts.cached(atPlaces)])
  if (known.every((total) => (total ?? 0) <= MAX_COLLECTED)) {
    const [matching, placed] = await Promise.all([
      collect(db, onAsset, { SearchGrams: 1 }),
      atPlaces ? collect(db, atPlaces, BY_PLACE) : [],
    ])
    if (matching && placed)
      return { ids: [...new Map([...matching, ...placed].map((id) => [String(id), id])).values()] }
  }
  return { total: await countSearch(counts, search) }
}

async function collect(
  db: Database,
  filter: Filter,
  hint: Record<string, 1>,
): Promise<unknown[] | undefined> {
  const found = await db.driver.assets
    .find(filter, { projection: { _id: 1 }, hint })
    .limit(MAX_COLLECTED + 1)
    .toArray()
  return found.length > MAX_COLLECTED ? undefined : found.map((asset) => asset._id)
}

async function countSearch(counts: Counts, { onAsset, atPlaces, onBoth }: SearchParts): Promise<number> {
  const [matching, placed] = await Promise.all([counts.count(onAsset), atPlaces ? counts.count(atPlaces) : 0])
  if (matching === 0 || placed === 0 || !onBoth) return matching + placed
  return matching + placed - (await counts.count(onBoth))
}
