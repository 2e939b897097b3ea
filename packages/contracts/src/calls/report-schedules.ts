import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, id, iso, page, pageSize } from '../shapes/common.ts'
import { reportRun, reportSchedule, reportScheduleForm, scheduleTiming } from '../shapes/report-schedule.ts'

const byId = z.object({ id })
const saved = ack.extend({ data: reportSchedule })

/** Calls of the caller's scheduled reports; those of other users are hidden. */
export const reportScheduleCalls = {
  listReportSchedules: defineCall(routes.listReportSchedules, {
    summary: "The caller's scheduled reports by name, and whether mails can reach the caller",
    patient: true,
    response: z.object({
      data: z.array(reportSchedule),
      /** true if a mail server is configured */
      mailReady: z.boolean(),
      /** true if the caller has an e-mail address */
      hasAddress: z.boolean(),
      /** time zone of the hospital */
      timeZone: z.string(),
    }),
  }),
  createReportSchedule: defineCall(routes.createReportSchedule, {
    summary: 'Schedule a report; its owner is the caller',
    patient: true,
    body: reportScheduleForm,
    response: saved,
  }),
  editReportSchedule: defineCall(routes.editReportSchedule, {
    summary: 'Change a scheduled report of the caller',
    patient: true,
    params: byId,
    body: reportScheduleForm,
    response: saved,
  }),
  deleteReportSchedule: defineCall(routes.deleteReportSchedule, {
    summary: 'Delete a scheduled report of the caller with its history and files',
    patient: true,
    params: byId,
    response: ack,
  }),
  runReportSchedule: defineCall(routes.runReportSchedule, {
    summary: 'Make a scheduled report now, beside its times',
    patient: true,
    params: byId,
    response: ack.extend({ data: z.object({ _id: z.string() }) }),
  }),
  nextReportRuns: defineCall(routes.nextReportRuns, {
    summary: 'The next three moments at which a schedule would be due',
    body: scheduleTiming,
    response: z.object({ data: z.array(iso) }),
  }),
  listReportRuns: defineCall(routes.listReportRuns, {
    summary: 'What became of the runs of a scheduled report, a page of them, the newest first',
    patient: true,
    params: byId,
    query: z.object({ page, pagesize: pageSize(10) }),
    response: z.object({ data: z.array(reportRun), count: z.number() }),
  }),
  retryReportRun: defineCall(routes.retryReportRun, {
    summary: 'Make a run that failed again, or send its mail again',
    patient: true,
    params: byId,
    response: ack,
  }),
  downloadReportFile: defineCall(routes.downloadReportFile, {
    summary: 'The file of a run',
    patient: true,
    produces: 'open',
    share: 'streams',
    mediaType: 'application/octet-stream',
    params: byId,
    response: z.unknown(),
  }),
  deleteReportFile: defineCall(routes.deleteReportFile, {
    summary: 'Delete the file of a run; what is known of the run stays',
    patient: true,
    params: byId,
    response: ack,
  }),
}
