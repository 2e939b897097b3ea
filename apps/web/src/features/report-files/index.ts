export { ReportExport } from './report-export.tsx'
export { ScheduleLink } from './schedule-link.tsx'
