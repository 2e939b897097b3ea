import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { HIERARCHY, FENCE, ALERT } = PAGE_SETS
/** Pages for settings; the handler checks the pages of the Type. */
const settings = pages(
  ['mirth-settings', 'provider-settings', 'hierarchy-list-two', 'admin-config', 'scaling-option'],
  FENCE,
)
/** Addresses of the calls of geofences, alerts and settings. */
export const fenceRoutes = {
  getGeofenceSettings: {
    service: 'api',
    method: 'GET',
    path: '/settings/getGeofenceSettings',
    access: pages(FENCE),
  },
  geofences: {
    service: 'location',
    method: 'GET',
    path: '/geofence/get',
    access: pages(FENCE, ALERT),
    aliases: ['/api/geofence/get', '/geofence/get'],
  },
  geofencesOfMap: {
    service: 'location',
    method: 'GET',
    path: '/geofence/get/{mapId}',
    access: pages(FENCE, HIERARCHY, ALERT),
  },
  addGeofence: {
    service: 'location',
    method: 'POST',
    path: '/geofence/add',
    access: pages(['geofencing']),
  },
  exportGeofences: {
    service: 'location',
    method: 'POST',
    path: '/geofence/export',
    access: pages(FENCE),
  },
  checkGeofenceFile: {
    service: 'location',
    method: 'POST',
    path: '/geofence/import/check',
    access: pages(['geofencing']),
  },
  importGeofences: {
    service: 'location',
    method: 'POST',
    path: '/geofence/import',
    access: pages(['geofencing']),
  },
  deleteGeofence: {
    service: 'location',
    method: 'GET',
    path: '/geofence/delete/{id}',
    access: pages(['geofencelist']),
  },
  geofenceAlerts: {
    service: 'location',
    method: 'GET',
    path: '/geofence/alerts',
    access: pages(ALERT),
  },
  geofenceAlert: {
    service: 'location',
    method: 'GET',
    path: '/geofence/alert/{id}',
    access: pages(ALERT),
  },
  acknowledgeGeofenceAlert: {
    service: 'location',
    method: 'POST',
    path: '/geofence/alert/{id}/acknowledge',
    access: pages(ALERT),
  },
  resolveGeofenceAlert: {
    service: 'location',
    method: 'POST',
    path: '/geofence/alert/{id}/resolve',
    access: pages(ALERT),
  },
  getSettings: {
    service: 'api',
    method: 'POST',
    path: '/settings/getSettings',
    access: settings,
    aliases: ['/settings/getSettings'],
  },
  createSettings: {
    service: 'api',
    method: 'POST',
    path: '/settings/create',
    access: settings,
    aliases: ['/settings/create'],
  },
  scalingStatus: {
    service: 'api',
    method: 'GET',
    path: '/settings/scalingStatus',
    access: pages(['scaling-option']),
  },
  getAddedLocationProviders: {
    service: 'api',
    method: 'GET',
    path: '/settings/getAddedLocationProviders',
    access: pages(['provider-settings', 'map-marking'], HIERARCHY),
  },

  changeGeofence: {
    service: 'location',
    method: 'POST',
    path: '/geofence/update/{id}',
    access: pages(['geofencing', 'geofencelist']),
  },
} as const satisfies Record<string, RouteSpec>
