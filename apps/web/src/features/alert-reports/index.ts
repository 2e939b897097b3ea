export { AlertReportView } from './alert-report-view.tsx'
