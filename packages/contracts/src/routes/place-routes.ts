import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { ASSETS, HIERARCHY, FENCE, ALERT, GENERATE_REPORT } = PAGE_SETS
/** The page of asset rules, whose conditions contain places. */
const ASSET_RULES = ['mednet-param'] as const
/** Addresses of the calls of the hierarchy and the maps. */
export const placeRoutes = {
  getLocationTitle: {
    service: 'location',
    method: 'GET',
    path: '/location.getLocationTitle',
    access: pages(ASSETS, HIERARCHY, GENERATE_REPORT, ASSET_RULES),
  },
  getLocationOptionsByLevel: {
    service: 'location',
    method: 'POST',
    path: '/location.getLocationOptionsByLevel',
    access: pages(ASSETS, HIERARCHY, GENERATE_REPORT, ASSET_RULES),
  },
  searchLocations: {
    service: 'location',
    method: 'POST',
    path: '/location.search',
    access: pages(ASSETS, HIERARCHY, FENCE, ALERT),
  },
  getMap: {
    service: 'location',
    method: 'GET',
    path: '/location.getMap/{mapId}',
    access: pages(ASSETS, HIERARCHY, FENCE, ALERT),
  },
  getLocationHierarchyById: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/getLocationHierarchyById/{id}',
    access: pages(HIERARCHY, FENCE, ALERT),
  },
  uploadMap: {
    service: 'location',
    method: 'POST',
    path: '/hierarchy/map.uploadMap',
    access: pages(['map-import']),
  },
  getActivatedHierarchyProviders: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/getActivatedHierarchyProviders',
    access: pages(HIERARCHY),
  },
  rtlsHierarchies: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/rtlsHierarchies',
    access: pages(HIERARCHY),
  },
  providerHierarchies: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/providerHierarchies',
    access: pages(HIERARCHY),
  },
  modifyRtlsHierarchy: {
    service: 'location',
    method: 'POST',
    path: '/hierarchy/modifyRtlsHierarchy',
    access: pages(['hierarchy-list-two']),
  },
  addPlace: {
    service: 'location',
    method: 'POST',
    path: '/hierarchy/addPlace',
    access: pages(['hierarchy-list-two']),
  },
  markedMonitors: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/markedMonitors/get/{mapId}',
    access: pages(HIERARCHY, FENCE),
  },
  roomOutlines: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/roomOutlines/{mapId}',
    access: pages(HIERARCHY, FENCE),
  },
  saveHierarchies: {
    service: 'location',
    method: 'POST',
    path: '/provider/saveHierarchies',
    access: pages(['map-marking']),
  },
  removeMarkedMonitor: {
    service: 'location',
    method: 'DELETE',
    path: '/hierarchy/markedMonitors/{hierarchyId}',
    access: pages(['map-marking']),
  },
  getMapLanes: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/mapLanes/{mapId}',
    access: pages(HIERARCHY),
  },
  saveMapLanes: {
    service: 'location',
    method: 'POST',
    path: '/hierarchy/mapLanes/{mapId}',
    access: pages(['map-marking']),
  },
  connections: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/connections',
    access: pages(HIERARCHY),
  },
} as const satisfies Record<string, RouteSpec>
