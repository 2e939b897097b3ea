export { entriesOf } from './check-report.ts'
export { customReportRoutes } from './custom-reports.routes.ts'
export { openCustomReportStore } from './custom-reports.store.ts'
export { type CustomReportColumn, reportColumns, toReportRow } from './report-preview.service.ts'
