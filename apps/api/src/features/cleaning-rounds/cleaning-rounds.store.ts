import { type Database, Types } from '@wardtrack/database'
import type { CleaningVisit, InfusionReport } from './rounds.ts'

const INFUSION = 'InfusionStatus'
const INFUSING = 'pump-status-infusing'
const DAY_MS = 86_400_000
const PAGE = 2_000
/** Maximum number of assets named in one counting query. */
const COUNTED_ASSETS = 1_000

/** Period in milliseconds with an exclusive end. */
export type Span = { from: number; to: number }

const idsOf = (assets: readonly string[]): Types.ObjectId[] => assets.map((id) => new Types.ObjectId(id))
const within = ({ from, to }: Span) => ({ $gte: new Date(from), $lt: new Date(to) })

/** Counts the changes of infusion states of assets in a period, from index keys. */
export async function countInfusionReports(
  db: Database,
  assets: readonly string[],
  span: Span,
): Promise<number> {
  let count = 0
  for (let start = 0; start < assets.length; start += COUNTED_ASSETS) {
    const asset = { $in: idsOf(assets.slice(start, start + COUNTED_ASSETS)) }
    // driver: counts index keys of stretches
    count += await db.driver.stateStretches.countDocuments({ asset, field: INFUSION, from: within(span) })
  }
  return count
}

/** Finds the infusion reports of assets in a period, by asset in time order. */
export async function findInfusionReports(
  db: Database,
  assets: readonly string[],
  span: Span,
): Promise<Map<string, InfusionReport[]>> {
  const reports = new Map<string, InfusionReport[]>()
  const filter = { asset: { $in: idsOf(assets) }, field: INFUSION, from: within(span) }
  const projection = { asset: 1, from: 1, value: 1 }
  // driver: reads some thousand documents with few members
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

/** Assets at a cleaning place at the period's start arrived within the day before, or are unknown. */
const visitFilter = (places: ReadonlySet<string>, { from, to }: Span) => ({
  hierarchyId: { $in: [...places] },
  from: within({ from: from - DAY_MS, to }),
})

/** Counts the visits of all assets to places in a period and the day before it. */
export const countVisits = (db: Database, places: ReadonlySet<string>, span: Span): Promise<number> =>
  // driver: counts index keys of places
  db.driver.visits.countDocuments(visitFilter(places, span))

/** Finds the visits of asset types to places in a period and the day before it, by asset in time order. */
export async function findCleaningVisits(
  db: Database,
  { places, types }: { places: ReadonlySet<string>; types: readonly string[] },
  span: Span,
): Promise<Map<string, CleaningVisit[]>> {
  const visits = new Map<string, CleaningVisit[]>()
  const filter = { ...visitFilter(places, span), AssetType: { $in: [...types] } }
  const projection = { asset: 1, from: 1, to: 1 }
  // driver: reads up to a hundred thousand documents with few members
  for await (const { asset, from, to } of db.driver.visits.find(filter, { projection, batchSize: PAGE })) {
    const id = asset.toHexString()
    const ofAsset = visits.get(id) ?? []
    ofAsset.push({ from: from.getTime(), to: to?.getTime() ?? null })
    visits.set(id, ofAsset)
  }
  for (const ofAsset of visits.values()) ofAsset.sort((a, b) => a.from - b.from)
  return visits
}

/** Finds the arrivals of assets at other places in a period, milliseconds by asset, from index keys only. */
export async function findArrivals(
  db: Database,
  assets: readonly string[],
  span: Span,
): Promise<Map<string, number[]>> {
  const arrivals = new Map<string, number[]>()
  if (assets.length === 0) return arrivals
  const projection = { _id: 0, asset: 1, from: 1 }
  const filter = { asset: { $in: idsOf(assets) }, from: within(span) }
  // driver: reads index keys
  for await (const { asset, from } of db.driver.visits.find(filter, { projection, batchSize: PAGE })) {
    const id = asset.toHexString()
    const ofAsset = arrivals.get(id) ?? []
    ofAsset.push(from.getTime())
    arrivals.set(id, ofAsset)
  }
  return arrivals
}

/** Finds the names of equipment, by hexadecimal `_id`. */
export async function findNames(
  db: Database,
  assets: readonly string[],
): Promise<Map<string, { AssetId: string; AssetName: unknown }>> {
  const projection = { AssetType: 1, AssetId: 1, 'Fields.AssetName': 1 }
  // driver: reads few members of some dozen documents
  const found = await db.driver.assets.find({ _id: { $in: idsOf(assets) } }, { projection }).toArray()
  return new Map(
    found.map(({ _id, AssetId, Fields }) => [
      _id.toHexString(),
      { AssetId, AssetName: (Fields as Record<string, unknown> | undefined)?.['AssetName'] },
    ]),
  )
}
