export { customReportRoutes } from './custom-reports.routes.ts'
