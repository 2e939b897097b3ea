import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { ReportParts } from './report-page.ts'
import { createReportService } from './reports.service.ts'

/** Creates the calls of reports. */
export function reportRoutes(parts: ReportParts): ServedCall<Actor>[] {
  const reports = createReportService(parts)
  return [
    serve(calls.reportFilterFields)<Actor>(reports.filterFields),
    serve(calls.describeReport)<Actor>(reports.describe),
    serve(calls.readReport)<Actor>(reports.read),
    serve(calls.getAlertReport)<Actor>(reports.rowsOf('rtls-alert')),
    serve(calls.getAlarmReport)<Actor>(reports.rowsOf('rtls-alarm')),
    serve(calls.pumpMovement)<Actor>(reports.rowsOf('pump-movement')),
    serve(calls.nearbyPumps)<Actor>(reports.rowsOf('nearby-pump')),
    serve(calls.movementVsTime)<Actor>(reports.rowsOf('movement-vs-time')),
    serve(calls.deviceProperties)<Actor>(reports.rowsOf('battery-heat')),
    serve(calls.reportTableData)<Actor>(reports.deviceRows),
    serve(calls.exportCsv)<Actor>(reports.exportCsv),
    serve(calls.exportXlsx)<Actor>(reports.exportXlsx),
    serve(calls.exportPdf)<Actor>(reports.exportPdf),
  ]
}
