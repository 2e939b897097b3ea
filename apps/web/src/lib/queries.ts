import { keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Asset, CriteriaBody, EncryptionLimits } from '@wardtrack/contracts'
import { api } from './api.ts'
import { ANY_TIME, type DateRange, isLimited, rangeQuery, rangeText } from './date-range.ts'
import { scopeOfCriteria } from './live/live-scope.ts'
import { assetKey, keepNewerState } from './live/patch-asset.ts'
import { REFRESH_MS } from './periodic-refresh.ts'

/** First members of the query keys. Live events find the affected queries by these keys. */
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
export interface AssetPage extends EncryptionLimits {
  readonly assets: Asset[]
  readonly maxAssets: number
  /** Time of reading in milliseconds. Live events patch the page and do not change the time. */
  readonly readAt: number
}

/** Merges a response with live events that arrived during the request. Unchanged assets keep their identity. */
function keepNewerStates(before: AssetPage | undefined, read: AssetPage): AssetPage {
  if (!before) return read
  const known = new Map(before.assets.map((asset) => [assetKey(asset), asset]))
  const assets = read.assets.map((asset) => keepNewerState(known.get(assetKey(asset)), asset))
  return replaceEqualDeep(before, { ...read, assets })
}

/** Order of a list of assets whose criteria have none. */
const DEFAULT_ORDER = 'Fields.AssetName'

/** Query for a page of assets that match criteria, kept fresh while shown. `page` is one-based. */
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

/** Query for one asset. */
export const assetQuery = (assetType: string, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.asset, assetType, assetId],
    queryFn: async ({ signal }): Promise<Asset> =>
      (await api.call('assetGetById', { query: { assetType, assetId }, signal })).data,
    structuralSharing: (before, read) =>
      replaceEqualDeep(before, keepNewerState(before as Asset | undefined, read as Asset)),
    meta: { refreshMs: REFRESH_MS },
  })

/** Query for the installation's custom tags, by name. */
export const customTagsQuery = () =>
  queryOptions({
    queryKey: [KEYS.customTags],
    queryFn: async ({ signal }) => (await api.call('customTagList', { signal })).data,
  })

/** Query for the associations of an asset. */
export const assetLinksQuery = (assetType: string, assetId: string) =>
  queryOptions({
    queryKey: [KEYS.links, assetType, assetId],
    queryFn: async ({ signal }) =>
      (await api.call('getAssetMappingById', { body: { [assetType]: assetId }, signal })).Mapping,
  })

/** Requested part of an asset's history; `page` is one-based. */
export interface HistoryQuestion {
  readonly assetType: string
  readonly assetId: string
  readonly page: number
  readonly pageSize: number
  /** Time range; any time if absent. */
  readonly range?: DateRange
}

const historyKey = (
  kind: string,
  { assetType, assetId, page, pageSize, range = ANY_TIME }: HistoryQuestion,
) => [kind, assetType, assetId, page, pageSize, rangeText(range)] as const

/** Returns the body for both history calls. A period that ends now is resolved on each reading. */
const historyBody = ({ assetType, page, pageSize, range = ANY_TIME }: HistoryQuestion) => ({
  assetType,
  currentPage: page,
  items: pageSize,
  ...(isLimited(range) ? { createdAt: rangeQuery(range, Date.now()) } : {}),
})

/** Query for an asset's places, newest first. */
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

/** Query for an asset's states, newest first. */
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

/** Query for the metadata mapping: aliases, models, options, images. */
export const metadataQuery = () =>
  queryOptions({
    queryKey: [KEYS.metadata],
    queryFn: ({ signal }) => api.call('getMetaDataMapping', { signal }),
    staleTime: 5 * 60_000,
  })

/** Query for the filterable fields of each asset type. */
export const filterOptionsQuery = () =>
  queryOptions({
    queryKey: [KEYS.metadata, 'filter-options'],
    queryFn: async ({ signal }) => (await api.call('getFilterOption', { signal }))[0] ?? {},
    staleTime: 5 * 60_000,
  })

/** Query for the names of the location providers. */
export const providerNamesQuery = () =>
  queryOptions({
    queryKey: [KEYS.providers, 'names'],
    queryFn: ({ signal }): Promise<string[]> => api.call('getAddedLocationProviders', { signal }),
  })

/** Query for the custom reports visible to the user, by name. */
export const customReportsQuery = () =>
  queryOptions({
    queryKey: [KEYS.customReports, 'list'],
    queryFn: async ({ signal }) => (await api.call('getAllCustomReports', { signal })).data,
    meta: { refreshMs: REFRESH_MS },
  })

/** Query for one custom report. */
export const customReportQuery = (reportId: string) =>
  queryOptions({
    queryKey: [KEYS.customReports, 'one', reportId],
    queryFn: ({ signal }) => api.call('getCustomReportById', { params: { reportId }, signal }),
  })
