import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AssetPointer, ResponseOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { inFloorOrder } from '../../lib/floors.query.ts'
import { scopeOfCriteria } from '../../lib/live/live-scope.ts'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import type { MapScope } from './map-scope.ts'
import type { TimedPointer } from './patch-pointers.ts'

/** Minimum length of a search text. */
const searchFrom = 2

/** A map that has matching assets, and their number. */
export type FloorMap = ResponseOf<'getfilterMap'>[number]

/** Filter of the assets on a map view. */
export interface MapAssetsFilter {
  readonly scope: MapScope
  /** Search text, ignored under two characters. */
  readonly search: string
  /** Shown types; undefined for all. Maps stay in the list, and their counts follow. */
  readonly types?: readonly string[] | undefined
}

/** Assets of one map. */
export interface PointersOnMap {
  readonly pointers: readonly AssetPointer[]
  /** True if the map has more assets than the server sends. */
  readonly truncated: boolean
}

/**
 * Returns the criteria of a map view: the scope's type and conditions, and the upper-case search from two characters
 * on.
 */
function criteria({ scope, search, types }: MapAssetsFilter): Record<string, unknown>[] {
  const conditions: Record<string, unknown>[] = []
  if (scope.assetType) conditions.push({ AssetType: scope.assetType })
  conditions.push(...(scope.conditions ?? []))
  if (types) conditions.push({ AssetType: types })
  if (search.length >= searchFrom) conditions.push({ search: search.toUpperCase() })
  return conditions
}

/** Returns the first members of the query key for the maps of a scope. */
export const floorMapsKey = ({ name }: MapScope) => [KEYS.maps, 'holding', name] as const

/** Merges a response with live events that arrived during the request; newer positions are kept. */
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

/** Query for the maps that have a matching asset, by building, the lowest floor first. */
export const floorMapsQuery = (question: MapAssetsFilter) =>
  queryOptions({
    queryKey: [
      ...floorMapsKey(question.scope),
      question.search,
      question.types?.join('\n') ?? '',
      question.scope.conditions ?? [],
    ],
    queryFn: async ({ signal }): Promise<FloorMap[]> =>
      inFloorOrder(await api.call('getfilterMap', { body: criteria(question), signal })),
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

/** Query for the matching assets on one map, of every type in the scope. */
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
      // States affect the result only if there are conditions. Otherwise live events only move the assets.
      ...(question.scope.conditions ? { liveScope: scopeOfCriteria([...question.scope.conditions]) } : {}),
    },
    staleTime: 0,
    structuralSharing: (before, after) =>
      keepNewer(before as PointersOnMap | undefined, after as PointersOnMap),
  })

/**
 * Fetches those of the given assets that match and are on the map, for assets that have just arrived there.
 * @param keys keys of the assets, created by `assetKey`
 */
export async function fetchPointers(
  mapId: string,
  question: MapAssetsFilter,
  keys: readonly string[],
): Promise<readonly AssetPointer[]> {
  const AssetId = [...new Set(keys.map((key) => key.slice(key.indexOf(':') + 1)))]
  const wanted = new Set(keys)
  const { pointers } = await readPointers(question, { 'CurrentLocation.mapId': mapId, AssetId })
  // Assets of two types may have the same id.
  return pointers.filter((pointer) => wanted.has(assetKey(pointer)))
}
