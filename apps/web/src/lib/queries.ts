import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Asset, CriteriaBody } from '@wardtrack/contracts'
import { api } from './api.ts'
import { ANY_TIME, type DateRange, isLimited, rangeQuery, rangeText } from './date-range.ts'
import { scopeOfCriteria } from './live/live-scope.ts'
import { assetKey, keepNewerState } from './live/patch-asset.ts'
import { REFRESH_MS } from './periodic-refresh.ts'

/** First members of the query keys, so that live events find what they concern. */
export const KEYS = {
  assetList: 'asset-list',
  assetTable: 'asset-table',
  asset: 'asset',
  links: 'asset-links',
  locationHistory: 'location-history',
  statusHistory: 'status-history',
  metadata: 'metadata',
  maps: 'maps',
  mapLanes: 'map-lanes',
  image: 'image',
  access: 'access',
  privileges: 'privileges',
  privilegeHolders: 'privilege-holders',
  audit: 'audit',
  setup: 'setup',
  geofences: 'geofences',
  settings: 'settings',
  alerts: 'geofence-alerts',
  alert: 'geofence-alert',
  notifications: 'notifications',
  rules: 'rules',
  jobs: 'jobs',
  users: 'users',
  ingestKeys: 'ingest-keys',
  profile: 'own-profile',
  ownSessions: 'own-sessions',
  encryption: 'encryption',
  providers: 'providers',
  logs: 'logs',
  imports: 'imports',
  savedFilters: 'saved-filters',
  customTags: 'custom-tags',
  unassignedTags: 'unassigned-tags',
  search: 'search',
  nearest: 'nearest',
  reports: 'reports',
  parLevels: 'par-levels',
  reportSchedules: 'report-schedules',
  customReports: 'custom-reports',
  dashboard: 'dashboard',
  assetCounts: 'asset-counts',
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

/** The custom tags of the house, by name. */
export const customTagsQuery = () =>
  queryOptions({
    queryKey: [KEYS.customTags],
    queryFn: async ({ signal }) => (await api.call('customTagList', { signal })).data,
  })

/** What an asset is linked to. */
export const assetLinksQuery = (assetType: string, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.links, assetType, assetId],
    queryFn: async ({ signal }) =>
      (await api.call('getAssetMappingById', { body: { [assetType]: assetId }, signal })).Mapping,
  })

/** Which part of an asset's history is asked for; `page` is one-based. */
export interface HistoryQuestion {
  readonly assetType: string
  readonly assetId: string
  readonly page: number
  readonly pageSize: number
  /** When it was; any time when left out. */
  readonly range?: DateRange
}

const historyKey = (
  kind: string,
  { assetType, assetId, page, pageSize, range = ANY_TIME }: HistoryQuestion,
) => [kind, assetType, assetId, page, pageSize, rangeText(range)] as const

/** The part of a history as both calls take it. A period that ends now does so when it is read. */
const historyBody = ({ assetType, page, pageSize, range = ANY_TIME }: HistoryQuestion) => ({
  assetType,
  currentPage: page,
  items: pageSize,
  ...(isLimited(range) ? { createdAt: rangeQuery(range, Date.now()) } : {}),
})

/** An asset's places, newest first. */
export const locationHistoryQuery = (question: HistoryQuestion) =>
  queryOptions({
    queryKey: historyKey(KEYS.locationHistory, question),
    queryFn: ({ signal }) =>
      api.call('getLocationHistory', {
        body: { ...historyBody(question), assetId: question.assetId },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** An asset's states, newest first. */
export const statusHistoryQuery = (question: HistoryQuestion) =>
  queryOptions({
    queryKey: historyKey(KEYS.statusHistory, question),
    queryFn: ({ signal }) =>
      api.call('deviceStatusHistory', {
        body: { ...historyBody(question), deviceId: question.assetId },
        signal,
      }),
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

/** Names of the location providers. */
export const providerNamesQuery = () =>
  queryOptions({
    queryKey: [KEYS.providers, 'names'],
    queryFn: ({ signal }): Promise<string[]> => api.call('getAddedLocationProviders', { signal }),
  })

/** The custom reports that the person sees, by name. */
export const customReportsQuery = () =>
  queryOptions({
    queryKey: [KEYS.customReports, 'list'],
    queryFn: async ({ signal }) => (await api.call('getAllCustomReports', { signal })).data,
    meta: { refreshMs: REFRESH_MS },
  })

/** One custom report. */
export const customReportQuery = (reportId: string) =>
  queryOptions({
    queryKey: [KEYS.customReports, 'one', reportId],
    queryFn: ({ signal }) => api.call('getCustomReportById', { params: { reportId }, signal }),
  })

/** Maps that hold matching assets, by name, with how many each holds. */
export const floorsQuery = (criteria: CriteriaBody) =>
  queryOptions({
    queryKey: [KEYS.maps, 'floors', criteria],
    queryFn: ({ signal }) => api.call('getfilterMap', { body: criteria, signal }),
    meta: { refreshMs: REFRESH_MS, liveScope: scopeOfCriteria(criteria, ['CurrentLocation.mapId']) },
  })
