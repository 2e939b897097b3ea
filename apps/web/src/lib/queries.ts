import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Asset, CriteriaBody } from '@wardtrack/contracts'
import { api } from './api.ts'
import { scopeOfCriteria } from './live/live-scope.ts'
import { assetKey, keepNewerState } from './live/patch-asset.ts'
import { REFRESH_MS } from './periodic-refresh.ts'

/** First members of the query keys, so that live events find what they concern. */
export const KEYS = {
  assetList: 'asset-list',
  asset: 'asset',
  links: 'asset-links',
  locationHistory: 'location-history',
  statusHistory: 'status-history',
  metadata: 'metadata',
  maps: 'maps',
  image: 'image',
  access: 'access',
  geofences: 'geofences',
  settings: 'settings',
  alerts: 'geofence-alerts',
  alert: 'geofence-alert',
} as const

/** A page of assets that match criteria. */
export interface AssetPage {
  readonly assets: Asset[]
  readonly maxAssets: number
  /** When it was read, milliseconds; live events patch the page and leave this. */
  readonly readAt: number
}

/** An answer with what live events brought while it was on its way; what did not change keeps its identity. */
function keepNewerStates(before: AssetPage | undefined, read: AssetPage): AssetPage {
  if (!before) return read
  const known = new Map(before.assets.map((asset) => [assetKey(asset), asset]))
  const assets = read.assets.map((asset) => keepNewerState(known.get(assetKey(asset)), asset))
  return replaceEqualDeep(before, { ...read, assets })
}

/** Order of a list of assets whose criteria name none. */
const DEFAULT_ORDER = 'Fields.AssetName'

/** Assets that match criteria, a page of them, kept fresh while it is shown. `page` is one-based. */
export const assetListQuery = (criteria: CriteriaBody, page: number, pagesize: number) =>
  queryOptions({
    queryKey: [KEYS.assetList, criteria, page, pagesize],
    queryFn: async ({ signal }): Promise<AssetPage> => ({
      ...(await api.call('assetsFilter', { query: { page, pagesize }, body: criteria, signal })),
      readAt: Date.now(),
    }),
    placeholderData: keepPreviousData,
    structuralSharing: (before, read) => keepNewerStates(before as AssetPage | undefined, read as AssetPage),
    meta: { refreshMs: REFRESH_MS, liveScope: scopeOfCriteria(criteria, [DEFAULT_ORDER]) },
  })

/** One asset. */
export const assetQuery = (assetType: string, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.asset, assetType, assetId],
    queryFn: async ({ signal }): Promise<Asset> =>
      (await api.call('assetGetById', { query: { assetType, assetId }, signal })).data,
    structuralSharing: (before, read) =>
      replaceEqualDeep(before, keepNewerState(before as Asset | undefined, read as Asset)),
    meta: { refreshMs: REFRESH_MS },
  })

/** What an asset is linked to. */
export const assetLinksQuery = (assetType: string, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.links, assetType, assetId],
    queryFn: async ({ signal }) =>
      (await api.call('getAssetMappingById', { body: { [assetType]: assetId }, signal })).Mapping,
  })

/** An asset's places, newest first; `currentPage` is one-based. */
export const locationHistoryQuery = (
  assetType: string,
  assetId: string,
  currentPage: number,
  items: number,
) =>
  queryOptions({
    queryKey: [KEYS.locationHistory, assetType, assetId, currentPage, items],
    queryFn: ({ signal }) =>
      api.call('getLocationHistory', { body: { currentPage, items, assetId, assetType }, signal }),
    placeholderData: keepPreviousData,
  })

/** An asset's states, newest first; `currentPage` is one-based. */
export const statusHistoryQuery = (assetType: string, assetId: string, currentPage: number, items: number) =>
  queryOptions({
    queryKey: [KEYS.statusHistory, assetType, assetId, currentPage, items],
    queryFn: ({ signal }) =>
      api.call('deviceStatusHistory', { body: { currentPage, items, deviceId: assetId, assetType }, signal }),
    placeholderData: keepPreviousData,
  })

/** The metadata mapping: aliases, models, options, images. */
export const metadataQuery = () =>
  queryOptions({
    queryKey: [KEYS.metadata],
    queryFn: ({ signal }) => api.call('getMetaDataMapping', { signal }),
    staleTime: 5 * 60_000,
  })

/** The fields that each asset type can be filtered by. */
export const filterOptionsQuery = () =>
  queryOptions({
    queryKey: [KEYS.metadata, 'filter-options'],
    queryFn: async ({ signal }) => (await api.call('getFilterOption', { signal }))[0] ?? {},
    staleTime: 5 * 60_000,
  })

/** Maps that hold matching assets, by name, with how many each holds. */
export const floorsQuery = (criteria: CriteriaBody) =>
  queryOptions({
    queryKey: [KEYS.maps, 'floors', criteria],
    queryFn: ({ signal }) => api.call('getfilterMap', { body: criteria, signal }),
    meta: { refreshMs: REFRESH_MS, liveScope: scopeOfCriteria(criteria, ['CurrentLocation.mapId']) },
  })
