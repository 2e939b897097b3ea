import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { ASSETS, HIER, FENCE, ALERT, GEN } = PAGE_SETS
/** Hierarchy and maps: calls.md section 11. */
export const placeRoutes = {
  getLocationTitle: {
    row: 54,
    service: 'location',
    method: 'GET',
    path: '/location.getLocationTitle',
    access: pages(ASSETS, HIER, GEN),
  },
  getLocationOptionsByLevel: {
    row: 55,
    service: 'location',
    method: 'POST',
    path: '/location.getLocationOptionsByLevel',
    access: pages(ASSETS, HIER, GEN),
  },
  getMap: {
    row: 56,
    service: 'location',
    method: 'GET',
    path: '/location.getMap/{mapId}',
    access: pages(ASSETS, HIER, FENCE, ALERT),
  },
  getLocationHierarchyById: {
    row: 57,
    service: 'location',
    method: 'GET',
    path: '/hierarchy/getLocationHierarchyById/{id}',
    access: pages(HIER, FENCE, ALERT),
  },
  uploadMap: {
    row: 58,
    service: 'location',
    method: 'POST',
    path: '/hierarchy/map.uploadMap',
    access: pages(['map-import']),
  },
  getActivatedHierarchyProviders: {
    row: 59,
    service: 'location',
    method: 'GET',
    path: '/hierarchy/getActivatedHierarchyProviders',
    access: pages(HIER),
  },
  rtlsHierarchies: {
    row: 60,
    service: 'location',
    method: 'GET',
    path: '/hierarchy/rtlsHierarchies',
    access: pages(HIER),
  },
  providerHierarchies: {
    row: 61,
    service: 'location',
    method: 'GET',
    path: '/hierarchy/providerHierarchies',
    access: pages(HIER),
  },
  modifyRtlsHierarchy: {
    row: 62,
    service: 'location',
    method: 'POST',
    path: '/hierarchy/modifyRtlsHierarchy',
    access: pages(['hierarchy-list-two']),
  },
  markedMonitors: {
    row: 63,
    service: 'location',
    method: 'GET',
    path: '/hierarchy/markedMonitors/get/{mapId}',
    access: pages(HIER, FENCE),
  },
  saveHierarchies: {
    row: 64,
    service: 'location',
    method: 'POST',
    path: '/provider/saveHierarchies',
    access: pages(['map-marking']),
  },
  removeMarkedMonitor: {
    row: 65,
    service: 'location',
    method: 'DELETE',
    path: '/hierarchy/markedMonitors/{hierarchyId}',
    access: pages(['map-marking']),
  },
} as const satisfies Record<string, RouteSpec>
