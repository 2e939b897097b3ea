import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createScheduleService, type ScheduleServiceParts } from './report-schedules.service.ts'

/** Creates the calls of scheduled reports. */
export function scheduleRoutes(parts: ScheduleServiceParts): ServedCall<Actor>[] {
  const schedules = createScheduleService(parts)
  return [
    serve(calls.listReportSchedules)<Actor>(schedules.list),
    serve(calls.createReportSchedule)<Actor>(schedules.create),
    serve(calls.editReportSchedule)<Actor>(schedules.edit),
    serve(calls.deleteReportSchedule)<Actor>(schedules.delete),
    serve(calls.runReportSchedule)<Actor>(schedules.run),
    serve(calls.nextReportRuns)<Actor>(schedules.nextRuns),
    serve(calls.listReportRuns)<Actor>(schedules.runs),
    serve(calls.retryReportRun)<Actor>(schedules.retry),
    serve(calls.downloadReportFile)<Actor>(schedules.download),
    serve(calls.deleteReportFile)<Actor>(schedules.deleteFile),
  ]
}
