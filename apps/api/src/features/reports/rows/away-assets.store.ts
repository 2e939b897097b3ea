import type { AssetDoc, Database, Types } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'

/** Assets whose last visit is looked up at the same time. */
const VISITS_AT_A_TIME = 50

type PlacedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'CurrentLocation' | 'HomeLocation'>
const PLACED_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'CurrentLocation.fullPath': 1,
  'CurrentLocation.since': 1,
  'HomeLocation.fullPath': 1,
} as const
/** An asset that is not where it belongs; `since`: when it came to where it is, undefined where its visits have to tell. */
export type AwayAsset = { id: Types.ObjectId; AssetType: string; AssetId: string; since: Date | undefined }

/** The assets of a filter that are not where they belong. Without a place nothing is known of them. */
export async function findAway(db: Database, filter: AssetFilter): Promise<AwayAsset[]> {
  const away: AwayAsset[] = []
  // driver: the filter is made of criteria, which a model would cast, and every asset with a home is read
  for await (const asset of db.driver.assets.find<PlacedAsset>(filter, { projection: PLACED_FIELDS })) {
    const { _id: id, AssetType, AssetId, CurrentLocation } = asset
    if (isAway(asset)) away.push({ id, AssetType, AssetId, since: CurrentLocation?.since })
  }
  return away
}

function isAway({ CurrentLocation, HomeLocation }: PlacedAsset): boolean {
  const home = Object.entries(HomeLocation?.fullPath ?? {})
  if (!CurrentLocation || home.length === 0) return false
  return home.some(([level, name]) => CurrentLocation.fullPath[level] !== name)
}

/** An asset and where it is, as far as tells when it came there. */
type Arrived = { id: Types.ObjectId; since: Date | undefined }

/**
 * When some assets came to where they are, by their ids in hexadecimal; those that were never seen are left out. The place
 * of an asset tells it, except while history is asked for it: then its visits are.
 */
export async function readArrivals(
  { models }: Database,
  assets: readonly Arrived[],
): Promise<ReadonlyMap<string, Date>> {
  const arrivals = new Map(assets.flatMap(({ id, since }) => (since ? [[id.toHexString(), since]] : [])))
  const unknown = assets.filter(({ since }) => !since).map(({ id }) => id)
  for (let start = 0; start < unknown.length; start += VISITS_AT_A_TIME) {
    const group = unknown.slice(start, start + VISITS_AT_A_TIME)
    // One by one: the index of an asset's visits ends each of them at its first entry.
    const visits = await Promise.all(
      group.map(async (asset) =>
        models.visits.find({ asset }).select({ from: 1 }).sort({ from: -1 }).limit(1),
      ),
    )
    for (const [index, [visit]] of visits.entries()) {
      const id = group[index]
      if (visit && id) arrivals.set(id.toHexString(), visit.from)
    }
  }
  return arrivals
}
