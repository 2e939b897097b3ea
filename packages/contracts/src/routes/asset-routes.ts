import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec, session } from './route-spec.ts'

const { ASSETS, ASSET_DETAIL } = PAGE_SETS
/** Addresses of the calls of assets, their files and map pointers. */
export const assetRoutes = {
  assetGetById: { service: 'api', method: 'GET', path: '/assets.getById', access: pages(ASSET_DETAIL) },
  assetsFilter: { service: 'api', method: 'POST', path: '/assets.filter', access: pages(ASSETS) },
  getAssetMappingById: {
    service: 'api',
    method: 'POST',
    path: '/asset.getAssetMappingById',
    access: pages(ASSET_DETAIL),
  },
  assetsList: { service: 'api', method: 'POST', path: '/assets.list', access: pages(['assetlist']) },
  toggleAssetStatus: {
    service: 'api',
    method: 'POST',
    path: '/assets.toggleAssetStatus',
    access: pages(['assetlist']),
  },
  changeBulkStatus: {
    service: 'api',
    method: 'POST',
    path: '/assets.changeBulkStatus',
    access: pages(['assetlist']),
  },
  undoBulkStatus: {
    service: 'api',
    method: 'POST',
    path: '/assets.undoBulkStatus',
    access: pages(['assetlist']),
  },
  saveHomeLocation: {
    service: 'api',
    method: 'POST',
    path: '/asset.saveHomeLocation',
    access: pages(ASSET_DETAIL),
  },
  getLocationHistory: {
    service: 'location',
    method: 'POST',
    path: '/location.getLocationHistory',
    access: pages(ASSET_DETAIL),
  },
  deviceStatusHistory: {
    service: 'status',
    method: 'POST',
    path: '/deviceStatus.history',
    access: pages(ASSET_DETAIL),
  },
  getVisits: {
    service: 'location',
    method: 'POST',
    path: '/location.getVisits',
    access: pages(ASSET_DETAIL),
  },
  getTrail: { service: 'location', method: 'POST', path: '/location.getTrail', access: pages(ASSET_DETAIL) },
  deviceStateStretches: {
    service: 'status',
    method: 'POST',
    path: '/deviceStatus.stretches',
    access: pages(ASSET_DETAIL),
  },

  image: {
    service: 'root',
    method: 'GET',
    path: '/var/uploads/images/{+path}',
    access: session,
    undocumented: true,
  },
  filesCount: {
    service: 'api',
    method: 'GET',
    path: '/files/count',
    access: session,
    openUnconfigured: true,
  },
  filesList: { service: 'api', method: 'GET', path: '/files/list', access: session },
  getfilterMap: {
    service: 'api',
    method: 'POST',
    path: '/assets.getfilterMap',
    access: pages(ASSETS),
  },
  mapsPointer: {
    service: 'api',
    method: 'POST',
    path: '/assets.MapsPointer',
    access: pages(ASSETS),
  },
  mapsPointerAllAssets: {
    service: 'api',
    method: 'POST',
    path: '/assets.MapsPointerAllAssets',
    access: pages(ASSETS),
  },
} as const satisfies Record<string, RouteSpec>

const detail = { service: 'api', access: pages(PAGE_SETS.ASSET_DETAIL) } as const
/** Addresses of the calls that link assets with each other. */
export const assetLinkRoutes = {
  getGroupedAssetIds: {
    service: 'api',
    method: 'GET',
    path: '/asset.getGroupedAssetIds',
    access: pages(PAGE_SETS.ASSET_DETAIL, ['report/nearby-pump']),
  },
  addAssetMapping: { ...detail, method: 'POST', path: '/assets.addAssetMapping' },
  removeAssetMapping: { ...detail, method: 'POST', path: '/assets.removeAssetMapping' },
} as const satisfies Record<string, RouteSpec>

const lists = { service: 'api', access: pages(PAGE_SETS.ASSETS) } as const
/** Addresses of the calls of saved filters. */
export const savedFilterRoutes = {
  getFiltersForUser: { ...lists, method: 'GET', path: '/filters/getFiltersForUser' },
  createFilter: { ...lists, method: 'POST', path: '/filters/create' },
  deleteFilter: { ...lists, method: 'GET', path: '/filters/delete/{filterId}' },
  updateFilter: { ...lists, method: 'POST', path: '/filters/update/{filterId}' },
} as const satisfies Record<string, RouteSpec>
