import { pages, type RouteSpec } from './route-spec.ts'

const administrators = pages(['admin-config'])
/** Addresses of the calls of what is stored: how much of each kind, and for how long. */
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
