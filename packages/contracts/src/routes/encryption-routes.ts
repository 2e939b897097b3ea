import { pages, type RouteSpec } from './route-spec.ts'

const administrators = pages(['encryption-setting'])
/** Addresses of the calls about encrypted fields of the store. */
export const encryptionRoutes = {
  getAllEncryptionConfig: {
    service: 'api',
    method: 'GET',
    path: '/assets.getAllEncryptionConfig',
    access: administrators,
  },
  getAllFields: { service: 'api', method: 'POST', path: '/assets.getAllFields', access: administrators },
  saveEncryptionConfig: {
    service: 'api',
    method: 'POST',
    path: '/assets.saveEncryptionConfig',
    access: administrators,
  },
  updateEncryptionConfig: {
    service: 'api',
    method: 'POST',
    path: '/assets.updateEncryptionConfig/{id}',
    access: administrators,
  },
  encryptionStatus: { service: 'api', method: 'GET', path: '/encryption/status', access: administrators },
  rotateEncryptionKey: {
    service: 'api',
    method: 'POST',
    path: '/encryption/rotateKey',
    access: administrators,
  },
  removePlainBackup: {
    service: 'api',
    method: 'POST',
    path: '/encryption/removePlainBackup',
    access: administrators,
  },
} as const satisfies Record<string, RouteSpec>
