import { type Database, Types } from '@wardtrack/database'

/** Assets whose arrival is looked up concurrently. */
const LOOKUPS = 25

/** Query for moves between units: types and optional assets. Times in milliseconds. */
export type MoveQuestion = {
  types: readonly string[]
  ids: readonly Types.ObjectId[] | undefined
  /** number of levels that name a unit */
  depth: number
  from: number
  to: number
}

/** Creates the store filter of moves. */
const moveFilter = ({ types, ids, depth, from, to }: MoveQuestion) => ({
  AssetType: { $in: [...types] },
  differsFrom: { $in: levelsTo(depth) },
  from: { $gte: new Date(from), $lt: new Date(to) },
  ...(ids ? { asset: { $in: [...ids] } } : {}),
})

const levelsTo = (depth: number): number[] => Array.from({ length: depth }, (_, index) => index + 1)

/** Returns an upper limit of the number of moves: counted from index keys, ignoring the named assets. */
export function countMoves(db: Database, question: MoveQuestion): Promise<number> {
  // driver: counts index keys, see the index of moves
  return db.driver.visits.countDocuments(moveFilter({ ...question, ids: undefined }))
}

/** Finds when each asset, by `_id`, arrived at the unit where it was before a moment; unknown ones are left out. */
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
        // driver: reads index entries until one is an arrival, for each asset of a measured path
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
