import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec, session } from './route-spec.ts'

const { ASSETS, DETAIL } = PAGE_SETS
/** Assets, their files and pointers: calls.md sections 4, 8, 10 and part of 11. */
export const assetRoutes = {
  assetGetById: { row: 8, service: 'api', method: 'GET', path: '/assets.getById', access: pages(DETAIL) },
  assetsFilter: { row: 9, service: 'api', method: 'POST', path: '/assets.filter', access: pages(ASSETS) },
  getFilterOption: {
    row: 10,
    service: 'api',
    method: 'GET',
    path: '/assets.getFilterOption',
    access: pages(ASSETS),
  },
  getMetaDataMapping: {
    row: 11,
    service: 'api',
    method: 'GET',
    path: '/asset.getMetaDataMapping',
    access: session,
  },
  getAssetMappingById: {
    row: 12,
    service: 'api',
    method: 'POST',
    path: '/asset.getAssetMappingById',
    access: pages(DETAIL),
  },
  assetsList: { row: 14, service: 'api', method: 'POST', path: '/assets.list', access: pages(['assetlist']) },
  saveHomeLocation: {
    row: 19,
    service: 'api',
    method: 'POST',
    path: '/asset.saveHomeLocation',
    access: pages(DETAIL),
  },
  getLocationHistory: {
    row: 24,
    service: 'location',
    method: 'POST',
    path: '/location.getLocationHistory',
    access: pages(DETAIL),
  },
  deviceStatusHistory: {
    row: 25,
    service: 'status',
    method: 'POST',
    path: '/deviceStatus.history',
    access: pages(DETAIL),
  },

  image: { row: 45, service: 'root', method: 'GET', path: '/var/uploads/images/{+path}', access: session },
  filesCount: {
    row: 52,
    service: 'api',
    method: 'GET',
    path: '/files/count',
    access: session,
    openUnconfigured: true,
  },
  filesList: { row: 53, service: 'api', method: 'GET', path: '/files/list', access: session },
  getfilterMap: {
    row: 66,
    service: 'api',
    method: 'POST',
    path: '/assets.getfilterMap',
    access: pages(ASSETS),
  },
  mapsPointer: {
    row: 67,
    service: 'api',
    method: 'POST',
    path: '/assets.MapsPointer',
    access: pages(ASSETS),
  },
  mapsPointerAllAssets: {
    row: 68,
    service: 'api',
    method: 'POST',
    path: '/assets.MapsPointerAllAssets',
    access: pages(ASSETS),
  },
} as const satisfies Record<string, RouteSpec>
