export { HeatReportView } from './heat-report-view.tsx'
