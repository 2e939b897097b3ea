export { withReportLog } from './report-log.ts'
export { reportRoutes } from './reports.routes.ts'
