import type { Database } from '@wardtrack/database'
import type { Counts } from './count-cache.ts'

type Filter = Record<string, unknown>

/** What a search finds, in two parts that each have an index: on the asset itself, and by its place. */
export type SearchParts = { own: Filter; atPlaces: Filter | undefined; both: Filter | undefined }

/** Most finds that are collected and then sorted; where there are more, they lie close enough in any order. */
const MOST_COLLECTED = 2_000

/** Exact number of assets that a search finds. */
export async function countSearch(counts: Counts, { own, atPlaces, both }: SearchParts): Promise<number> {
  const [mine, placed] = await Promise.all([counts.of(own), atPlaces ? counts.of(atPlaces) : 0])
  if (mine === 0 || placed === 0 || !both) return mine + placed
  return mine + placed - (await counts.of(both))
}

/** Ids of everything that a search finds, or undefined when that is much. */
export async function searchIds(
  db: Database,
  { own, atPlaces }: SearchParts,
  total: number,
): Promise<unknown[] | undefined> {
  if (total > MOST_COLLECTED) return undefined
  const ids = async (filter: Filter, hint: Record<string, 1>): Promise<unknown[]> => {
    const found = await db.assets.find(filter, { projection: { _id: 1 }, hint }).toArray()
    return found.map((one) => one._id)
  }
  const [mine, placed] = await Promise.all([
    ids(own, { SearchGrams: 1 }),
    atPlaces ? ids(atPlaces, { 'CurrentLocation.hierarchyId': 1, AssetType: 1, AssetStatus: 1 }) : [],
  ])
  return [...mine, ...placed]
}
