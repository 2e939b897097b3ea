import { type AssetDoc, type Database, type StoredLocation, trusted } from '@wardtrack/database'
import { alertQuery, type Viewer } from '@wardtrack/patient-rule'
import type { AssetFilter, AssetLists } from '../assets/index.ts'

const MAP_PATH = 'CurrentLocation.mapId'
/** Paths covered by the index on map, type and status. */
const INDEXED_PATHS = new Set([MAP_PATH, 'AssetType', 'AssetStatus'])

/** Number of open alerts up to which all are read. */
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

/** Asset fields read for a pointer. */
export type LocatedAsset = Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId' | 'Fields'> & {
  CurrentLocation: StoredLocation
}

/** Map with the number of its matching assets. Sizes in metres. */
export type MapWithAssets = {
  mapId: string
  name: string
  xDimension: number
  yDimension: number
  count: number
}

/**
 * Finds the maps with an asset of the filter, by name. There are few maps: when the index covers the filter, one
 * count per map costs less than grouping all assets. Any other filter would run once per map, so its assets are
 * grouped in one pass.
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

/**
 * Returns the member of `Fields` at the start of a stored path: a projection cannot contain a path and a part of it.
 */
const memberOfPath = (path: string): string => path.split('.', 2).join('.')

/**
 * Finds assets of a filter with the data for their pointers, at most `limit` of them.
 * @param target stored path of an additional value
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

/** Returns the ids of assets with an unresolved alert visible to a viewer. */
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
  // Reading all open alerts is much faster than thousands of look-ups, unless there are many alerts.
  const first = await openAlerts({}).limit(FEW_OPEN_ALERTS)
  const alerts =
    first.length < FEW_OPEN_ALERTS
      ? first
      : await openAlerts({ asset: trusted({ $in: assets.map(({ _id }) => _id) }) })
  return new Set(alerts.map(({ asset }) => asset.toHexString()))
}
