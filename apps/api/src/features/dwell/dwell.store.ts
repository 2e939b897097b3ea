import { type Database, Types } from '@wardtrack/database'

/** Assets whose arrival is looked up at the same time. */
const LOOKUPS = 25

/** Moves between units: of these types, and of these assets alone where they are named. Times in milliseconds. */
export type MoveQuestion = {
  types: readonly string[]
  ids: readonly Types.ObjectId[] | undefined
  /** levels that name a unit */
  depth: number
  from: number
  to: number
}

/** The filter of moves in the store. */
const moveFilter = ({ types, ids, depth, from, to }: MoveQuestion) => ({
  AssetType: { $in: [...types] },
  differsFrom: { $in: levelsTo(depth) },
  from: { $gte: new Date(from), $lt: new Date(to) },
  ...(ids ? { asset: { $in: [...ids] } } : {}),
})

const levelsTo = (depth: number): number[] => Array.from({ length: depth }, (_, index) => index + 1)

/** How many moves there are at most: from the keys, so that assets that are named leave it as it is. */
export function countMoves(db: Database, question: MoveQuestion): Promise<number> {
  // driver: counted from the keys of an index, see the index of moves
  return db.driver.visits.countDocuments(moveFilter({ ...question, ids: undefined }))
}

/** When each asset, by its `_id`, came to the unit where it was before a moment; those of which nobody knows are left out. */
export async function arrivalsBefore(
  db: Database,
  assets: readonly string[],
  { depth, moment }: { depth: number; moment: number },
): Promise<Map<string, number>> {
  const arrivals = new Map<string, number>()
  const isArrival = { $or: [{ differsFrom: { $in: levelsTo(depth) } }, { previous: { $exists: false } }] }
  for (let start = 0; start < assets.length; start += LOOKUPS) {
    const group = assets.slice(start, start + LOOKUPS)
    const found = await Promise.all(
      group.map((asset) =>
        // driver: one index entry after the other until one is an arrival, for each asset of a measured path
        db.driver.visits.findOne(
          { asset: new Types.ObjectId(asset), from: { $lt: new Date(moment) }, ...isArrival },
          { projection: { from: 1 }, sort: { from: -1 } },
        ),
      ),
    )
    for (const [index, visit] of found.entries()) {
      const asset = group[index]
      if (visit && asset !== undefined) arrivals.set(asset, visit.from.getTime())
    }
  }
  return arrivals
}
