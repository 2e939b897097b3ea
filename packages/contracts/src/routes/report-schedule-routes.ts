import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { REPORT, CUSTOM_REPORT } = PAGE_SETS
/** Pages for schedules; the handler checks the page of each report. */
const shared = { service: 'api', access: pages(['devices', 'assetlist'], REPORT, CUSTOM_REPORT) } as const

/** Addresses of the calls of scheduled reports, which only concern the user's own schedules. */
export const reportScheduleRoutes = {
  listReportSchedules: { ...shared, method: 'GET', path: '/report.schedules' },
  createReportSchedule: { ...shared, method: 'POST', path: '/report.schedules' },
  editReportSchedule: { ...shared, method: 'PUT', path: '/report.schedules/{id}' },
  deleteReportSchedule: { ...shared, method: 'DELETE', path: '/report.schedules/{id}' },
  runReportSchedule: { ...shared, method: 'POST', path: '/report.schedules/{id}/run' },
  nextReportRuns: { ...shared, method: 'POST', path: '/report.nextRuns' },
  listReportRuns: { ...shared, method: 'GET', path: '/report.schedules/{id}/runs' },
  retryReportRun: { ...shared, method: 'POST', path: '/report.runs/{id}/retry' },
  downloadReportFile: { ...shared, method: 'GET', path: '/report.runs/{id}/file' },
  deleteReportFile: { ...shared, method: 'DELETE', path: '/report.runs/{id}/file' },
} as const satisfies Record<string, RouteSpec>
