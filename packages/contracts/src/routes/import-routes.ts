import { pages, type RouteSpec } from './route-spec.ts'

const importers = pages(['device-import'])
/** Addresses of the calls of imports: rows in one call, and files imported by a job. */
export const importRoutes = {
  importCsv: { service: 'api', method: 'POST', path: '/asset.importCsv', access: importers },
  importTagToAsset: { service: 'api', method: 'POST', path: '/asset.importTagToAsset', access: importers },
  importMetaDataMapping: {
    service: 'api',
    method: 'POST',
    path: '/asset.importMetaDataMapping',
    access: importers,
  },
  listImports: { service: 'api', method: 'GET', path: '/imports', access: importers },
  uploadImport: { service: 'api', method: 'POST', path: '/imports', access: importers },
  readImport: { service: 'api', method: 'GET', path: '/imports/{id}', access: importers },
  startImport: { service: 'api', method: 'POST', path: '/imports/{id}/start', access: importers },
  discardImport: { service: 'api', method: 'POST', path: '/imports/{id}/discard', access: importers },
  listImportErrors: { service: 'api', method: 'GET', path: '/imports/{id}/errors', access: importers },
  exportImportErrors: { service: 'api', method: 'GET', path: '/imports/{id}/errors.csv', access: importers },
  importTemplate: {
    service: 'api',
    method: 'GET',
    path: '/imports/templates/{operation}/{format}',
    access: importers,
  },
} as const satisfies Record<string, RouteSpec>
