import type { ServiceParts } from '@wardtrack/access'
import type { AssetFilter, AssetLists } from '../assets/index.ts'

const MAP = 'CurrentLocation.mapId'
/** What the index on map, type and status decides alone. */
const DECIDED = new Set([MAP, 'AssetType', 'AssetStatus'])

/** A map that holds matching assets, and how many. Sizes in metres. */
export type FilterMap = { mapId: string; name: string; xDimension: number; yDimension: number; count: number }

/**
 * Maps that hold an asset of the filter, by name. There are few maps: where their index decides, one count
 * for each costs less than grouping every asset. Any other filter would be carried out once for each map, so its
 * assets are grouped in one pass.
 */
export async function filterMaps(
  { db }: ServiceParts,
  lists: AssetLists,
  filter: AssetFilter,
): Promise<FilterMap[]> {
  const maps = await db.models.maps.find({}).sort({ name: 1, _id: 1 })
  const decided = Object.keys(filter).every((path) => DECIDED.has(path))
  const countOf = decided ? (id: string) => lists.count(onMap(filter, id)) : await grouped({ db }, filter)
  const counted = await Promise.all(
    maps.map(async ({ _id, name, xDimension, yDimension }) => {
      const count = await countOf(_id)
      return { mapId: _id, name, xDimension, yDimension, count }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}

function onMap(filter: AssetFilter, mapId: string): AssetFilter {
  return MAP in filter ? { $and: [filter, { [MAP]: mapId }] } : { ...filter, [MAP]: mapId }
}

async function grouped(
  { db }: Pick<ServiceParts, 'db'>,
  filter: AssetFilter,
): Promise<(mapId: string) => number> {
  const stages = [{ $match: filter }, { $group: { _id: `$${MAP}`, count: { $sum: 1 } } }]
  const groups = await db.assets.aggregate<{ _id: string | null; count: number }>(stages).toArray()
  const counts = new Map(groups.map(({ _id, count }) => [_id, count]))
  return (mapId) => counts.get(mapId) ?? 0
}
