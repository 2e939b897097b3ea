export { useReportColumns } from './report-columns.tsx'
export { ReportFormPage } from './report-form-page.tsx'
export { ReportTable } from './report-table.tsx'
export { ReportView, useReportDefinition } from './report-view.tsx'
