export { createReportSchedules } from './create-report-schedules.ts'
