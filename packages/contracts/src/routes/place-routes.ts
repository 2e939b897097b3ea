import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { ASSETS, HIER, FENCE, ALERT, GEN } = PAGE_SETS
/** Addresses of the calls of the hierarchy and the maps. */
export const placeRoutes = {
  getLocationTitle: {
    service: 'location',
    method: 'GET',
    path: '/location.getLocationTitle',
    access: pages(ASSETS, HIER, GEN),
  },
  getLocationOptionsByLevel: {
    service: 'location',
    method: 'POST',
    path: '/location.getLocationOptionsByLevel',
    access: pages(ASSETS, HIER, GEN),
  },
  getMap: {
    service: 'location',
    method: 'GET',
    path: '/location.getMap/{mapId}',
    access: pages(ASSETS, HIER, FENCE, ALERT),
  },
  getLocationHierarchyById: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/getLocationHierarchyById/{id}',
    access: pages(HIER, FENCE, ALERT),
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
    access: pages(HIER),
  },
  rtlsHierarchies: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/rtlsHierarchies',
    access: pages(HIER),
  },
  providerHierarchies: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/providerHierarchies',
    access: pages(HIER),
  },
  modifyRtlsHierarchy: {
    service: 'location',
    method: 'POST',
    path: '/hierarchy/modifyRtlsHierarchy',
    access: pages(['hierarchy-list-two']),
  },
  markedMonitors: {
    service: 'location',
    method: 'GET',
    path: '/hierarchy/markedMonitors/get/{mapId}',
    access: pages(HIER, FENCE),
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
} as const satisfies Record<string, RouteSpec>
