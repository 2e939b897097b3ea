import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AssetPointer, ResponseOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** The map reads itself anew this often, also when live events keep it fresh (1 §9). Milliseconds. */
export const REFRESH_MS = 50_000
/** Shorter texts do not search (1 §4). */
const searchFrom = 2

/** A map that holds matching devices, and how many. */
export type FloorMap = ResponseOf<'getfilterMap'>[number]

/** The devices of one map. */
export interface PointersOnMap {
  readonly pointers: readonly AssetPointer[]
  /** There are more than the server sends for one map. */
  readonly truncated: boolean
}

/** Criteria of the map view: Equipment always, the upper-cased search from two characters on. */
function criteria(search: string): Record<string, unknown>[] {
  const conditions: Record<string, unknown>[] = [{ AssetType: 'Equipment' }]
  if (search.length >= searchFrom) conditions.push({ search: search.toUpperCase() })
  return conditions
}

/** An answer may have been overtaken by live events while it was on its way: newer positions stay. */
export function keepNewer(before: PointersOnMap | undefined, after: PointersOnMap): PointersOnMap {
  if (!before || before.pointers === after.pointers) return after
  const known = new Map(before.pointers.map((pointer) => [pointer.AssetId, pointer.CurrentLocation]))
  const pointers = after.pointers.map((pointer) => {
    const location = known.get(pointer.AssetId)
    const overtaken =
      location?.time && pointer.CurrentLocation.time && location.time > pointer.CurrentLocation.time
    return overtaken ? { ...pointer, CurrentLocation: location } : pointer
  })
  return { ...after, pointers }
}

/** The maps that hold a matching device, by name. */
export const floorMapsQuery = (search: string) =>
  queryOptions({
    queryKey: [KEYS.maps, 'with-devices', search],
    queryFn: ({ signal }): Promise<FloorMap[]> =>
      api.call('getfilterMap', { body: criteria(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/** The matching devices on one map. */
export const pointersQuery = (mapId: string, search: string) =>
  queryOptions({
    queryKey: [KEYS.maps, 'pointers', mapId, search],
    queryFn: async ({ signal }): Promise<PointersOnMap> => {
      const body = [...criteria(search), { 'CurrentLocation.mapId': mapId }]
      const { data, truncated } = await api.call('mapsPointer', { body, signal })
      return { pointers: data, truncated }
    },
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    structuralSharing: (before, after) =>
      keepNewer(before as PointersOnMap | undefined, after as PointersOnMap),
  })

/** Those of some devices that match and stand on the map: for devices that have just arrived there. */
export async function fetchPointers(
  mapId: string,
  search: string,
  assetIds: readonly string[],
): Promise<readonly AssetPointer[]> {
  const body = [...criteria(search), { 'CurrentLocation.mapId': mapId, AssetId: assetIds }]
  return (await api.call('mapsPointer', { body })).data
}
