import { pages, type RouteSpec } from './route-spec.ts'

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
