import { key, pages, type RouteSpec } from './route-spec.ts'

const keyAdministrators = pages(['admin-config', 'provider-settings'])
const providerAdministrators = pages(['provider-settings'])
const operators = pages(['admin-config', 'provider-settings'])

/** Addresses of the calls of ingestion keys and of single providers. */
export const providerRoutes = {
  listKeys: { service: 'api', method: 'GET', path: '/keys', access: keyAdministrators },
  createKey: { service: 'api', method: 'POST', path: '/keys', access: keyAdministrators },
  rotateKey: { service: 'api', method: 'POST', path: '/keys/{id}/rotate', access: keyAdministrators },
  removeKey: { service: 'api', method: 'DELETE', path: '/keys/{id}', access: keyAdministrators },

  getProvider: { service: 'api', method: 'GET', path: '/providers/{name}', access: providerAdministrators },
  providerActivity: {
    service: 'api',
    method: 'GET',
    path: '/providers/{name}/activity',
    access: providerAdministrators,
  },
  providerLog: {
    service: 'api',
    method: 'GET',
    path: '/providers/{name}/log',
    access: providerAdministrators,
  },
  saveProviderFormat: {
    service: 'api',
    method: 'POST',
    path: '/providers/{name}/formats/{endpoint}',
    access: providerAdministrators,
  },
  removeProviderFormat: {
    service: 'api',
    method: 'DELETE',
    path: '/providers/{name}/formats/{endpoint}',
    access: providerAdministrators,
  },
  formatTemplates: {
    service: 'api',
    method: 'GET',
    path: '/provider-formats/templates',
    access: providerAdministrators,
  },
  previewLocations: {
    service: 'location',
    method: 'POST',
    path: '/ingest/preview',
    access: providerAdministrators,
  },
  previewDeviceStatus: {
    service: 'status',
    method: 'POST',
    path: '/ingest/preview',
    access: providerAdministrators,
  },
  ingestProviderLocations: {
    service: 'location',
    method: 'POST',
    path: '/ingest/provider/{name}',
    access: key('locations'),
  },
  ingestProviderStatus: {
    service: 'status',
    method: 'POST',
    path: '/ingest/provider/{name}',
    access: key('device-status'),
  },

  apiDeadLetter: { service: 'api', method: 'GET', path: '/ingest/dead-letters/{id}', access: operators },
  locationDeadLetter: {
    service: 'location',
    method: 'GET',
    path: '/ingest/dead-letters/{id}',
    access: operators,
  },
  statusDeadLetter: {
    service: 'status',
    method: 'GET',
    path: '/ingest/dead-letters/{id}',
    access: operators,
  },
  apiMendDeadLetter: {
    service: 'api',
    method: 'POST',
    path: '/ingest/dead-letters/{id}/mend',
    access: operators,
  },
  locationMendDeadLetter: {
    service: 'location',
    method: 'POST',
    path: '/ingest/dead-letters/{id}/mend',
    access: operators,
  },
  statusMendDeadLetter: {
    service: 'status',
    method: 'POST',
    path: '/ingest/dead-letters/{id}/mend',
    access: operators,
  },
  apiReplayAll: {
    service: 'api',
    method: 'POST',
    path: '/ingest/dead-letters/replay-all',
    access: operators,
  },
  locationReplayAll: {
    service: 'location',
    method: 'POST',
    path: '/ingest/dead-letters/replay-all',
    access: operators,
  },
  statusReplayAll: {
    service: 'status',
    method: 'POST',
    path: '/ingest/dead-letters/replay-all',
    access: operators,
  },
} as const satisfies Record<string, RouteSpec>
