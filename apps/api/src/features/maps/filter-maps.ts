import type { ServiceParts } from '@wardtrack/access'
import type { AssetFilter, AssetLists } from '../assets/index.ts'

const MAP = 'CurrentLocation.mapId'

/** A map that holds matching assets, and how many. Sizes in metres. */
export type FilterMap = { mapId: string; name: string; xDimension: number; yDimension: number; count: number }

/**
 * Maps that hold an asset of the filter, by name (row 66). There are few maps: one count for each, answered from the
 * index on map, type and status, costs less than grouping every asset.
 */
export async function filterMaps(
  { db }: ServiceParts,
  lists: AssetLists,
  filter: AssetFilter,
): Promise<FilterMap[]> {
  const maps = await db.maps.find().sort({ name: 1, _id: 1 }).toArray()
  const counted = await Promise.all(
    maps.map(async ({ _id, name, xDimension, yDimension }) => {
      const count = await lists.count(onMap(filter, _id))
      return { mapId: _id, name, xDimension, yDimension, count }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}

function onMap(filter: AssetFilter, mapId: string): AssetFilter {
  return MAP in filter ? { $and: [filter, { [MAP]: mapId }] } : { ...filter, [MAP]: mapId }
}
