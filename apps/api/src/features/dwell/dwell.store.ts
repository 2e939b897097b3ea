import { type Database, Types } from '@wardtrack/database'

const INFUSION = 'InfusionStatus'
const PAGE = 2_000
/** Assets that are named in one query. */
const ASSETS = 200
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
/** That an asset left a unit for another. */
export type UnitMove = { asset: string; at: number; leftPath: Readonly<Record<string, string>> }
/** That an asset began to report a value of its infusion state. */
export type InfusionReport = { asset: string; at: number; value: string }

/** The filter of moves in the store. */
export const moveFilter = ({ types, ids, depth, from, to }: MoveQuestion) => ({
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

/** The moves, by asset in the order of time. */
export async function findMoves(db: Database, question: MoveQuestion): Promise<Map<string, UnitMove[]>> {
  const moves = new Map<string, UnitMove[]>()
  const projection = { asset: 1, from: 1, 'previous.fullPath': 1 }
  // driver: up to a hundred thousand documents with few members
  const found = db.driver.visits.find(moveFilter(question), { projection, batchSize: PAGE })
  for await (const { asset, from, previous } of found) {
    const id = asset.toHexString()
    const ofAsset = moves.get(id) ?? []
    ofAsset.push({ asset: id, at: from.getTime(), leftPath: previous?.fullPath ?? {} })
    moves.set(id, ofAsset)
  }
  for (const ofAsset of moves.values()) ofAsset.sort((a, b) => a.at - b.at)
  return moves
}

/** When each asset came to the unit that it left at a moment; those of which nobody knows are left out. */
export async function arrivalsBefore(
  db: Database,
  moments: readonly UnitMove[],
  depth: number,
): Promise<Map<string, number>> {
  const arrivals = new Map<string, number>()
  const isArrival = { $or: [{ differsFrom: { $in: levelsTo(depth) } }, { previous: { $exists: false } }] }
  for (let start = 0; start < moments.length; start += LOOKUPS) {
    const group = moments.slice(start, start + LOOKUPS)
    const found = await Promise.all(
      group.map(({ asset, at }) =>
        // driver: one index entry after the other until one is an arrival, for each asset of a measured path
        db.driver.visits.findOne(
          { asset: new Types.ObjectId(asset), from: { $lt: new Date(at) }, ...isArrival },
          { projection: { from: 1 }, sort: { from: -1 } },
        ),
      ),
    )
    for (const [index, visit] of found.entries()) {
      const asset = group[index]?.asset
      if (visit && asset !== undefined) arrivals.set(asset, visit.from.getTime())
    }
  }
  return arrivals
}

/** What assets reported of their infusion in a period, by asset in the order of time. */
export async function findInfusions(
  db: Database,
  assets: readonly string[],
  { from, to }: Pick<MoveQuestion, 'from' | 'to'>,
): Promise<Map<string, InfusionReport[]>> {
  const reports = new Map<string, InfusionReport[]>()
  const within = { $gte: new Date(from), $lt: new Date(to) }
  const projection = { asset: 1, from: 1, value: 1 }
  for (let start = 0; start < assets.length; start += ASSETS) {
    const asset = { $in: assets.slice(start, start + ASSETS).map((id) => new Types.ObjectId(id)) }
    // driver: some thousand documents with few members
    const found = db.driver.stateStretches.find(
      { asset, field: INFUSION, from: within },
      { projection, batchSize: PAGE },
    )
    for await (const stretch of found) {
      const id = stretch.asset.toHexString()
      const ofAsset = reports.get(id) ?? []
      ofAsset.push({ asset: id, at: stretch.from.getTime(), value: stretch.value })
      reports.set(id, ofAsset)
    }
  }
  for (const ofAsset of reports.values()) ofAsset.sort((a, b) => a.at - b.at)
  return reports
}
