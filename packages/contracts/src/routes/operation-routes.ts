import { key, open, pages, type RouteSpec, session } from './route-spec.ts'

const operators = pages(['admin-config', 'provider-settings'])
/** Live stream, ingestion, operations: calls.md sections 18 and 19. */
export const operationRoutes = {
  live: { row: 119, service: 'api', method: 'GET', path: '/live', access: session, openUnconfigured: true },

  ingestAssets: { row: 120, service: 'api', method: 'POST', path: '/ingest/assets', access: key('assets') },
  ingestAssociations: {
    row: 121,
    service: 'api',
    method: 'POST',
    path: '/ingest/associations',
    access: key('associations'),
  },
  ingestHierarchies: {
    row: 122,
    service: 'location',
    method: 'POST',
    path: '/ingest/hierarchies',
    access: key('hierarchies'),
  },
  ingestLocations: {
    row: 123,
    service: 'location',
    method: 'POST',
    path: '/ingest/locations',
    access: key('locations'),
  },
  ingestDeviceStatus: {
    row: 124,
    service: 'status',
    method: 'POST',
    path: '/ingest/device-status',
    access: key('device-status'),
  },
  apiDeadLetters: {
    row: 125,
    service: 'api',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  locationDeadLetters: {
    row: 125,
    service: 'location',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  statusDeadLetters: {
    row: 125,
    service: 'status',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  apiReplay: {
    row: 126,
    service: 'api',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },
  locationReplay: {
    row: 126,
    service: 'location',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },
  statusReplay: {
    row: 126,
    service: 'status',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },

  healthLive: { row: 127, service: 'root', method: 'GET', path: '/health/live', access: open },
  healthReady: { row: 128, service: 'root', method: 'GET', path: '/health/ready', access: open },
  metrics: { row: 129, service: 'root', method: 'GET', path: '/metrics', access: open },
  openapi: { row: 130, service: 'api', method: 'GET', path: '/openapi.json', access: open },
  docs: { row: 131, service: 'api', method: 'GET', path: '/docs', access: open },
  docsFile: { row: 131, service: 'api', method: 'GET', path: '/docs/{file}', access: open },
} as const satisfies Record<string, RouteSpec>
