import { type AssetDoc, type Database, type StoredLocation, trusted } from '@wardtrack/database'
import { alertQuery, type Viewer } from '@wardtrack/patient-rule'
import type { AssetFilter, AssetLists } from '../assets/index.ts'

const MAP_PATH = 'CurrentLocation.mapId'
/** What the index on map, type and status decides alone. */
const INDEXED_PATHS = new Set([MAP_PATH, 'AssetType', 'AssetStatus'])

/** So many open alerts are read whole. */
const FEW_OPEN_ALERTS = 1_000

const POINTER_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  CurrentLocation: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.PrimaryCategory': 1,
  'Fields.BatteryLevel': 1,
  'Fields.WifiStrength': 1,
  'Fields.DeviceStatus': 1,
  'Fields.InfusionStatus': 1,
  'Fields.Mappings': 1,
} as const

/** What is read of an asset for its pointer. */
export type LocatedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'Fields'> & {
  CurrentLocation: StoredLocation
}

/** A map that holds matching assets, and how many. Sizes in metres. */
export type MapWithAssets = {
  mapId: string
  name: string
  xDimension: number
  yDimension: number
  count: number
}

/**
 * Maps that hold an asset of the filter, by name. There are few maps: where their index decides, one count
 * for each costs less than grouping every asset. Any other filter would be carried out once for each map, so its
 * assets are grouped in one pass.
 */
export async function findMapsWithAssets(
  db: Database,
  lists: AssetLists,
  filter: AssetFilter,
): Promise<MapWithAssets[]> {
  const maps = await db.models.maps.find({}).sort({ name: 1, _id: 1 })
  const isIndexed = Object.keys(filter).every((path) => INDEXED_PATHS.has(path))
  const countOf = isIndexed ? (id: string) => lists.count(onMap(filter, id)) : await countByMap(db, filter)
  const counted = await Promise.all(
    maps.map(async ({ _id, name, xDimension, yDimension }) => {
      const count = await countOf(_id)
      return { mapId: _id, name, xDimension, yDimension, count }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}

function onMap(filter: AssetFilter, mapId: string): AssetFilter {
  return MAP_PATH in filter ? { $and: [filter, { [MAP_PATH]: mapId }] } : { ...filter, [MAP_PATH]: mapId }
}

async function countByMap(db: Database, filter: AssetFilter): Promise<(mapId: string) => number> {
  const stages = [{ $match: filter }, { $group: { _id: `$${MAP_PATH}`, count: { $sum: 1 } } }]
  // driver: see `AssetFilter`
  const groups = await db.driver.assets.aggregate<{ _id: string | null; count: number }>(stages).toArray()
  const counts = new Map(groups.map(({ _id, count }) => [_id, count]))
  return (mapId) => counts.get(mapId) ?? 0
}

/** The member of an asset's `Fields` that a stored path begins with: one inside another cannot be asked for besides. */
const memberOfPath = (path: string): string => path.split('.', 2).join('.')

/**
 * Assets of a filter with what their pointers show, at most `limit` of them.
 * @param target stored path of a value that is read besides
 */
export const findLocatedAssets = (
  db: Database,
  filter: AssetFilter,
  limit: number,
  target?: string,
): Promise<LocatedAsset[]> =>
  // driver: see `AssetFilter`
  db.driver.assets
    .find<LocatedAsset>(filter, {
      projection: { ...POINTER_FIELDS, ...(target === undefined ? {} : { [memberOfPath(target)]: 1 }) },
    })
    .limit(limit)
    .toArray()

/** Ids of those of the assets that have an alert that nobody has resolved, as far as a viewer may know of it. */
export async function findAlertedAssets(
  db: Database,
  viewer: Viewer,
  assets: readonly Pick<LocatedAsset, '_id'>[],
): Promise<ReadonlySet<string>> {
  if (assets.length === 0) return new Set()
  const openAlerts = (filter: object) =>
    db.models.geofenceAlerts
      .find({ unresolved: true, ...alertQuery(viewer), ...filter })
      .select({ _id: 0, asset: 1 })
  // Looking each of thousands of assets up takes far longer than reading what is open, unless that is a lot.
  const first = await openAlerts({}).limit(FEW_OPEN_ALERTS)
  const alerts =
    first.length < FEW_OPEN_ALERTS
      ? first
      : await openAlerts({ asset: trusted({ $in: assets.map(({ _id }) => _id) }) })
  return new Set(alerts.map(({ asset }) => asset.toHexString()))
}
