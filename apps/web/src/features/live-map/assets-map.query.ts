import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AssetPointer, ResponseOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { scopeOfCriteria } from '../../lib/live/live-scope.ts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import type { MapScope } from './map-scope.ts'
import type { TimedPointer } from './patch-pointers.ts'

/** Shorter texts do not search. */
const searchFrom = 2

/** A map that holds matching assets, and how many. */
export type FloorMap = ResponseOf<'getfilterMap'>[number]

/** Which assets a map view asks for. */
export interface MapAssetsFilter {
  readonly scope: MapScope
  /** Under two characters it does not search. */
  readonly search: string
  /** Types that are looked at; undefined for all. The maps stay, their counts follow. */
  readonly types?: readonly string[] | undefined
}

/** The assets of one map. */
export interface PointersOnMap {
  readonly pointers: readonly AssetPointer[]
  /** There are more than the server sends for one map. */
  readonly truncated: boolean
}

/** Criteria of a map view: the scope's type and conditions, the upper-cased search from two characters on. */
function criteria({ scope, search, types }: MapAssetsFilter): Record<string, unknown>[] {
  const conditions: Record<string, unknown>[] = []
  if (scope.assetType) conditions.push({ AssetType: scope.assetType })
  conditions.push(...(scope.conditions ?? []))
  if (types) conditions.push({ AssetType: types })
  if (search.length >= searchFrom) conditions.push({ search: search.toUpperCase() })
  return conditions
}

/** First members of the key under which the maps of a scope are kept. */
export const floorMapsKey = ({ name }: MapScope) => [KEYS.maps, 'holding', name] as const

/** An answer may have been overtaken by live events while it was on its way: newer positions stay. */
export function keepNewer(before: PointersOnMap | undefined, after: PointersOnMap): PointersOnMap {
  if (!before || before.pointers === after.pointers) return after
  const known = new Map(before.pointers.map((pointer) => [assetKey(pointer), pointer]))
  const pointers = after.pointers.map((pointer) => {
    const patched: TimedPointer | undefined = known.get(assetKey(pointer))
    if (!patched) return pointer
    const { CurrentLocation, FieldTimes } = patched
    const overtaken =
      CurrentLocation.time &&
      pointer.CurrentLocation.time &&
      CurrentLocation.time > pointer.CurrentLocation.time
    return {
      ...pointer,
      ...(overtaken ? { CurrentLocation } : {}),
      ...(FieldTimes ? { FieldTimes } : {}),
    }
  })
  return { ...after, pointers }
}

/** The maps that hold a matching asset, by name. */
export const floorMapsQuery = (question: MapAssetsFilter) =>
  queryOptions({
    queryKey: [
      ...floorMapsKey(question.scope),
      question.search,
      question.types?.join('\n') ?? '',
      question.scope.conditions ?? [],
    ],
    queryFn: ({ signal }): Promise<FloorMap[]> =>
      api.call('getfilterMap', { body: criteria(question), signal }),
    placeholderData: keepPreviousData,
    meta: {
      refreshMs: REFRESH_MS,
      liveScope: scopeOfCriteria(criteria(question), ['CurrentLocation.mapId']),
    },
  })

async function readPointers(
  { scope, search }: MapAssetsFilter,
  onMap: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<PointersOnMap> {
  const request = { body: [...criteria({ scope, search }), onMap], ...(signal ? { signal } : {}) }
  const { data, truncated } = scope.assetType
    ? await api.call('mapsPointer', request)
    : await api.call('mapsPointerAllAssets', request)
  return { pointers: data, truncated }
}

/** The matching assets on one map, of every type of the scope. */
export const pointersQuery = (mapId: string, question: MapAssetsFilter) =>
  queryOptions({
    queryKey: [
      KEYS.maps,
      'pointers',
      mapId,
      question.scope.name,
      question.search,
      question.scope.conditions ?? [],
    ],
    queryFn: ({ signal }) => readPointers(question, { 'CurrentLocation.mapId': mapId }, signal),
    meta: {
      refreshMs: REFRESH_MS,
      // Which assets meet the conditions changes with their states; without any, live events move them alone.
      ...(question.scope.conditions ? { liveScope: scopeOfCriteria([...question.scope.conditions]) } : {}),
    },
    staleTime: 0,
    structuralSharing: (before, after) =>
      keepNewer(before as PointersOnMap | undefined, after as PointersOnMap),
  })

/**
 * Those of some assets that match and stand on the map: for assets that have just arrived there.
 * @param keys as `assetKey` makes them
 */
export async function fetchPointers(
  mapId: string,
  question: MapAssetsFilter,
  keys: readonly string[],
): Promise<readonly AssetPointer[]> {
  const AssetId = [...new Set(keys.map((key) => key.slice(key.indexOf(':') + 1)))]
  const wanted = new Set(keys)
  const { pointers } = await readPointers(question, { 'CurrentLocation.mapId': mapId, AssetId })
  // Assets of two types may share an id.
  return pointers.filter((pointer) => wanted.has(assetKey(pointer)))
}
