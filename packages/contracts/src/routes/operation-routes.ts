import { JOB_PAGES } from '../shapes/job-pages.ts'
import { key, open, pages, type RouteSpec, session } from './route-spec.ts'

const operators = pages(['admin-config', 'provider-settings'])
/** Addresses of the calls of the live stream, ingestion and operations. */
export const operationRoutes = {
  live: { service: 'api', method: 'GET', path: '/live', access: session, openUnconfigured: true },

  ingestAssets: { service: 'api', method: 'POST', path: '/ingest/assets', access: key('assets') },
  ingestAssociations: {
    service: 'api',
    method: 'POST',
    path: '/ingest/associations',
    access: key('associations'),
  },
  ingestHierarchies: {
    service: 'location',
    method: 'POST',
    path: '/ingest/hierarchies',
    access: key('hierarchies'),
  },
  ingestLocations: {
    service: 'location',
    method: 'POST',
    path: '/ingest/locations',
    access: key('locations'),
  },
  ingestDeviceStatus: {
    service: 'status',
    method: 'POST',
    path: '/ingest/device-status',
    access: key('device-status'),
  },
  apiDeadLetters: {
    service: 'api',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  locationDeadLetters: {
    service: 'location',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  statusDeadLetters: {
    service: 'status',
    method: 'GET',
    path: '/ingest/dead-letters',
    access: operators,
  },
  apiReplay: {
    service: 'api',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },
  locationReplay: {
    service: 'location',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },
  statusReplay: {
    service: 'status',
    method: 'POST',
    path: '/ingest/dead-letters/replay',
    access: operators,
  },

  healthLive: { service: 'root', method: 'GET', path: '/health/live', access: open },
  healthReady: { service: 'root', method: 'GET', path: '/health/ready', access: open },
  metrics: { service: 'root', method: 'GET', path: '/metrics', access: open },
  openapi: { service: 'api', method: 'GET', path: '/openapi.json', access: open },
  docs: { service: 'api', method: 'GET', path: '/docs', access: open, undocumented: true },
  docsFile: { service: 'api', method: 'GET', path: '/docs/{file}', access: open, undocumented: true },
} as const satisfies Record<string, RouteSpec>

/** Pages for jobs; the handler checks the pages of each kind. */
const jobPages = pages(...Object.values(JOB_PAGES))

/** Addresses of the calls of jobs, which continue after their call was answered. */
export const jobRoutes = {
  listJobs: { service: 'api', method: 'GET', path: '/jobs', access: jobPages },
  readJob: { service: 'api', method: 'GET', path: '/jobs/{id}', access: jobPages },
  cancelJob: { service: 'api', method: 'POST', path: '/jobs/{id}/cancel', access: jobPages },
} as const satisfies Record<string, RouteSpec>

const readers = pages(['error-logs'])
/** Addresses of the calls of the services' logs. */
export const logRoutes = {
  listLogs: { service: 'api', method: 'GET', path: '/logs', access: readers },
  downloadLogs: { service: 'api', method: 'GET', path: '/logs/archive', access: readers },
  searchLog: { service: 'api', method: 'GET', path: '/logs/{service}/lines', access: readers },
  downloadLog: {
    service: 'root',
    method: 'GET',
    path: '/uploads/logs/{service}.log',
    aliases: ['/api/uploads/logs/{service}.log'],
    access: readers,
  },
} as const satisfies Record<string, RouteSpec>

const administrators = pages(['admin-config'])
/** Addresses of the calls of stored data: the size of each kind, and its retention. */
export const storageRoutes = {
  getStorageUsage: { service: 'api', method: 'GET', path: '/storage/usage', access: administrators },
  previewRetention: {
    service: 'api',
    method: 'POST',
    path: '/storage/previewRetention',
    access: administrators,
  },
  downloadBackup: { service: 'api', method: 'GET', path: '/backup', access: administrators },
} as const satisfies Record<string, RouteSpec>
