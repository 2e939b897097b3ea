export { ReportExport } from './report-export.tsx'
