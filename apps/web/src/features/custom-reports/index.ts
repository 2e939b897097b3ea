export { useReportColumns } from './report-columns.tsx'
export { ReportView } from './report-view.tsx'
export { useReportDefinition } from './use-report-definition.ts'
