import { type Database, Types } from '@wardtrack/database'
import type { CleaningVisit, InfusionReport } from './rounds.ts'

const INFUSION = 'InfusionStatus'
const INFUSING = 'pump-status-infusing'
const DAY_MS = 86_400_000
const PAGE = 2_000
/** Assets that are named in one query that counts. */
const COUNTED_ASSETS = 1_000

/** A period in milliseconds, the end exclusive. */
export type Span = { from: number; to: number }

const idsOf = (assets: readonly string[]): Types.ObjectId[] => assets.map((id) => new Types.ObjectId(id))
const within = ({ from, to }: Span) => ({ $gte: new Date(from), $lt: new Date(to) })

/** How often assets reported another value of their infusion in a period: counted from the keys of an index. */
export async function countInfusionReports(
  db: Database,
  assets: readonly string[],
  span: Span,
): Promise<number> {
  let count = 0
  for (let start = 0; start < assets.length; start += COUNTED_ASSETS) {
    const asset = { $in: idsOf(assets.slice(start, start + COUNTED_ASSETS)) }
    // driver: counted from the keys of the index of stretches
    count += await db.driver.stateStretches.countDocuments({ asset, field: INFUSION, from: within(span) })
  }
  return count
}

/** What assets reported of their infusion in a period, by asset in the order of time. */
export async function findInfusionReports(
  db: Database,
  assets: readonly string[],
  span: Span,
): Promise<Map<string, InfusionReport[]>> {
  const reports = new Map<string, InfusionReport[]>()
  const filter = { asset: { $in: idsOf(assets) }, field: INFUSION, from: within(span) }
  const projection = { asset: 1, from: 1, value: 1 }
  // driver: some thousand documents with few members
  const found = db.driver.stateStretches.find(filter, { projection, batchSize: PAGE })
  for await (const { asset, from, value } of found) {
    const id = asset.toHexString()
    const ofAsset = reports.get(id) ?? []
    ofAsset.push({ at: from.getTime(), infuses: value === INFUSING })
    reports.set(id, ofAsset)
  }
  for (const ofAsset of reports.values()) ofAsset.sort((a, b) => a.at - b.at)
  return reports
}

/** What is at a place of cleaning when a period begins came there within the day before, or is not known. */
const visitFilter = (places: ReadonlySet<string>, { from, to }: Span) => ({
  hierarchyId: { $in: [...places] },
  from: within({ from: from - DAY_MS, to }),
})

/** How many visits to places there are in a period and the day before it, of whatever asset. */
export const countVisits = (db: Database, places: ReadonlySet<string>, span: Span): Promise<number> =>
  // driver: counted from the keys of the index of places
  db.driver.visits.countDocuments(visitFilter(places, span))

/** The visits of asset types to places in a period and the day before it, by asset in the order of time. */
export async function findCleaningVisits(
  db: Database,
  { places, types }: { places: ReadonlySet<string>; types: readonly string[] },
  span: Span,
): Promise<Map<string, CleaningVisit[]>> {
  const visits = new Map<string, CleaningVisit[]>()
  const filter = { ...visitFilter(places, span), AssetType: { $in: [...types] } }
  const projection = { asset: 1, from: 1, to: 1 }
  // driver: up to a hundred thousand documents with few members
  for await (const { asset, from, to } of db.driver.visits.find(filter, { projection, batchSize: PAGE })) {
    const id = asset.toHexString()
    const ofAsset = visits.get(id) ?? []
    ofAsset.push({ from: from.getTime(), to: to?.getTime() ?? null })
    visits.set(id, ofAsset)
  }
  for (const ofAsset of visits.values()) ofAsset.sort((a, b) => a.from - b.from)
  return visits
}

/** When assets came to another place in a period, milliseconds by asset: from the keys of an index alone. */
export async function findArrivals(
  db: Database,
  assets: readonly string[],
  span: Span,
): Promise<Map<string, number[]>> {
  const arrivals = new Map<string, number[]>()
  if (assets.length === 0) return arrivals
  const projection = { _id: 0, asset: 1, from: 1 }
  const filter = { asset: { $in: idsOf(assets) }, from: within(span) }
  // driver: keys of an index
  for await (const { asset, from } of db.driver.visits.find(filter, { projection, batchSize: PAGE })) {
    const id = asset.toHexString()
    const ofAsset = arrivals.get(id) ?? []
    ofAsset.push(from.getTime())
    arrivals.set(id, ofAsset)
  }
  return arrivals
}

/** What equipment is called, by `_id`, hexadecimal. */
export async function findNames(
  db: Database,
  assets: readonly string[],
): Promise<Map<string, { AssetId: string; AssetName: unknown }>> {
  const projection = { AssetType: 1, AssetId: 1, 'Fields.AssetName': 1 }
  // driver: some dozen documents of which few members are read
  const found = await db.driver.assets.find({ _id: { $in: idsOf(assets) } }, { projection }).toArray()
  return new Map(
    found.map(({ _id, AssetId, Fields }) => [
      _id.toHexString(),
      { AssetId, AssetName: (Fields as Record<string, unknown> | undefined)?.['AssetName'] },
    ]),
  )
}
