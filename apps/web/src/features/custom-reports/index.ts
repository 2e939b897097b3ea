export { ReportFormPage } from './report-form-page.tsx'
export { ReportTable } from './report-table.tsx'
export { ReportView } from './report-view.tsx'
