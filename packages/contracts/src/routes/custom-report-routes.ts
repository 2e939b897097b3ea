import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec, session } from './route-spec.ts'

const { CUSTOM_REPORT, GENERATE_REPORT } = PAGE_SETS
const composed = { service: 'api', access: pages(GENERATE_REPORT) } as const
/** Addresses of the calls of custom reports. */
export const customReportRoutes = {
  getAllCustomReports: {
    service: 'api',
    method: 'GET',
    path: '/custom.getAllCustomReports',
    access: session,
  },
  getCustomReportById: {
    service: 'api',
    method: 'GET',
    path: '/custom.getCustomReportById/{reportId}',
    access: pages(CUSTOM_REPORT, GENERATE_REPORT),
  },
  createCustomReport: { ...composed, method: 'POST', path: '/custom.createCustomReport' },
  editCustomReportById: {
    ...composed,
    method: 'PUT',
    aliasMethods: ['POST'],
    path: '/custom.editCustomReportById/{reportId}',
  },
  deleteCustomReportById: { ...composed, method: 'DELETE', path: '/custom.deleteCustomReportById/{id}' },
  previewCustomReport: { ...composed, method: 'POST', path: '/custom.previewCustomReport' },
  customReportPointers: {
    service: 'api',
    method: 'POST',
    path: '/custom.MapsPointer/{reportId}',
    access: pages(['heat-map-report']),
  },
} as const satisfies Record<string, RouteSpec>
