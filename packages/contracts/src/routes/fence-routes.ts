import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { HIER, FENCE, ALERT } = PAGE_SETS
/** Settings are opened by Type: the handler asks for that Type's own pages (calls.md section 13). */
const settings = pages(['mirth-settings', 'provider-settings', 'hierarchy-list-two', 'admin-config'], FENCE)
/** Geofences, alerts and settings: calls.md sections 12 and 13. */
export const fenceRoutes = {
  getGeofenceSettings: {
    row: 69,
    service: 'api',
    method: 'GET',
    path: '/settings/getGeofenceSettings',
    access: pages(FENCE),
  },
  geofences: {
    row: 70,
    service: 'location',
    method: 'GET',
    path: '/geofence/get',
    access: pages(FENCE, ALERT),
    aliases: ['/api/geofence/get', '/geofence/get'],
  },
  geofencesOfMap: {
    row: 71,
    service: 'location',
    method: 'GET',
    path: '/geofence/get/{mapId}',
    access: pages(FENCE, HIER, ALERT),
  },
  addGeofence: {
    row: 72,
    service: 'location',
    method: 'POST',
    path: '/geofence/add',
    access: pages(['geofencing']),
  },
  deleteGeofence: {
    row: 73,
    service: 'location',
    method: 'GET',
    path: '/geofence/delete/{id}',
    access: pages(['geofencelist']),
  },
  geofenceAlerts: {
    row: 74,
    service: 'location',
    method: 'GET',
    path: '/geofence/alerts',
    access: pages(ALERT),
  },
  geofenceAlert: {
    row: 75,
    service: 'location',
    method: 'GET',
    path: '/geofence/alert/{id}',
    access: pages(ALERT),
  },
  acknowledgeGeofenceAlert: {
    row: 76,
    service: 'location',
    method: 'POST',
    path: '/geofence/alert/{id}/acknowledge',
    access: pages(ALERT),
  },
  resolveGeofenceAlert: {
    row: 77,
    service: 'location',
    method: 'POST',
    path: '/geofence/alert/{id}/resolve',
    access: pages(ALERT),
  },
  getSettings: {
    row: 78,
    service: 'api',
    method: 'POST',
    path: '/settings/getSettings',
    access: settings,
    aliases: ['/settings/getSettings'],
  },
  createSettings: {
    row: 79,
    service: 'api',
    method: 'POST',
    path: '/settings/create',
    access: settings,
    aliases: ['/settings/create'],
  },
  getAddedLocationProviders: {
    row: 80,
    service: 'api',
    method: 'GET',
    path: '/settings/getAddedLocationProviders',
    access: pages(['provider-settings', 'map-marking'], HIER),
  },

  changeGeofence: {
    row: 132,
    service: 'location',
    method: 'POST',
    path: '/geofence/update/{id}',
    access: pages(['geofencing']),
  },
} as const satisfies Record<string, RouteSpec>
