import { type Database, Types } from '@wardtrack/database'
import { CANDIDATE_FIELDS, type Candidate } from '@wardtrack/places'
import type { AssetFilter } from '../assets/index.ts'
import { type MoveQuestion, moveFilter } from '../dwell/index.ts'

const PAGE = 2_000
/** Assets whose place is looked up at the same time. */
const LOOKUPS = 25

/** A piece of equipment as it is counted. */
export type StockAsset = Candidate

/** The assets of a filter. */
export const findStock = (db: Database, filter: AssetFilter): Promise<StockAsset[]> =>
  // driver: the filter is made of criteria, which a model would cast
  db.driver.assets.find<StockAsset>(filter, { projection: CANDIDATE_FIELDS }).toArray()

type Levels = Readonly<Record<string, string>>
/** That an asset, by its `_id`, hexadecimal, came from one unit to another. Milliseconds. */
export type UnitChange = { asset: string; at: number; leftPath: Levels; enteredPath: Levels }

/** The moves between units of a period, those of each asset in the order of time. */
export async function findUnitChanges(db: Database, question: MoveQuestion): Promise<UnitChange[]> {
  const projection = { asset: 1, from: 1, fullPath: 1, 'previous.fullPath': 1 }
  const changes: UnitChange[] = []
  // driver: up to a hundred thousand documents with few members
  const found = db.driver.visits.find(moveFilter(question), { projection, batchSize: PAGE })
  for await (const { asset, from, fullPath, previous } of found)
    changes.push({
      asset: asset.toHexString(),
      at: from.getTime(),
      leftPath: previous?.fullPath ?? {},
      enteredPath: fullPath,
    })
  return changes.sort((a, b) => a.at - b.at)
}

/** Where assets were before a moment; those of which nobody knows are left out. */
export async function placesBefore(
  db: Database,
  assets: readonly string[],
  moment: number,
): Promise<ReadonlyMap<string, Levels>> {
  const places = new Map<string, Levels>()
  for (let start = 0; start < assets.length; start += LOOKUPS) {
    const group = assets.slice(start, start + LOOKUPS)
    const found = await Promise.all(
      group.map((asset) =>
        // driver: one index entry for each asset
        db.driver.visits.findOne(
          { asset: new Types.ObjectId(asset), from: { $lt: new Date(moment) } },
          { projection: { fullPath: 1 }, sort: { from: -1 } },
        ),
      ),
    )
    for (const [index, visit] of found.entries()) {
      const asset = group[index]
      if (visit && asset !== undefined) places.set(asset, visit.fullPath)
    }
  }
  return places
}
