import {
  type Database,
  madeOnce,
  type PlaceReference,
  summaryId,
  Types,
  visitStored,
} from '@wardtrack/database'
import { CANDIDATE_FIELDS, type Candidate } from '@wardtrack/places'
import type { AssetFilter } from '../assets/index.ts'

/** Visits named in one query. */
const PAGE = 2_000
/** Assets whose place is looked up concurrently. */
const LOOKUPS = 25

type Levels = Readonly<Record<string, string>>
/** Equipment with the fields needed for counting. */
export type StockAsset = Candidate

/** Finds the assets of a filter. */
export const findStock = (db: Database, filter: AssetFilter): Promise<StockAsset[]> =>
  // driver: the filter is made of criteria, which a model would cast
  db.driver.assets.find<StockAsset>(filter, { projection: CANDIDATE_FIELDS }).toArray()

/**
 * Finds the places where visits began at given times; visits no longer stored are left out.
 * @param arrivals milliseconds, by hexadecimal `_id` of the asset
 */
export async function findVisitPlaces(
  db: Database,
  arrivals: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, PlaceReference>> {
  const places = new Map<string, PlaceReference>()
  const pathAt = madeOnce((fullPath) => fullPath as Levels)
  const idAt = madeOnce(String)
  const ids = Array.from(arrivals, ([asset, from]) => summaryId(new Date(from), asset))
  for (let start = 0; start < ids.length; start += PAGE) {
    const filter = { _id: { $in: ids.slice(start, start + PAGE) } }
    await visitStored(
      db,
      'visits',
      { filter, projection: { asset: 1, hierarchyId: 1, fullPath: 1 } },
      (visit) => {
        const asset = (visit.value('asset') as Types.ObjectId).toHexString()
        const fullPath = pathAt(visit, 'fullPath')
        if (fullPath) places.set(asset, { hierarchyId: idAt(visit, 'hierarchyId'), fullPath })
      },
    )
  }
  return places
}

/** Finds the places of assets before a moment; unknown ones are left out. */
export async function placesBefore(
  db: Database,
  assets: readonly string[],
  moment: number,
): Promise<ReadonlyMap<string, PlaceReference>> {
  const places = new Map<string, PlaceReference>()
  for (let start = 0; start < assets.length; start += LOOKUPS) {
    const group = assets.slice(start, start + LOOKUPS)
    const found = await Promise.all(
      group.map((asset) =>
        // driver: reads one index entry per asset
        db.driver.visits.findOne(
          { asset: new Types.ObjectId(asset), from: { $lt: new Date(moment) } },
          { projection: { hierarchyId: 1, fullPath: 1 }, sort: { from: -1 } },
        ),
      ),
    )
    for (const [index, visit] of found.entries()) {
      const asset = group[index]
      if (visit && asset !== undefined) places.set(asset, visit)
    }
  }
  return places
}
