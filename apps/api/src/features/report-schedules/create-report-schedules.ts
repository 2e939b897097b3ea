import { join } from 'node:path'
import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { createOutboxWorker, showOutboxFigures } from '@wardtrack/outbound'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { readMailSettings } from '../mail/index.ts'
import type { ReportFiles, ReportLog } from '../reports/index.ts'
import { openReportFileStore } from './report-file-store.ts'
import { openRunStore } from './report-runs.store.ts'
import { createScheduleService, type ScheduleServiceParts } from './report-schedules.service.ts'
import { createRunMailSender, REPORT_MAIL } from './run-mail.ts'
import { startRunWorker } from './run-worker.ts'

/** Creates the calls of scheduled reports. */
function scheduleRoutes(parts: ScheduleServiceParts): ServedCall<Actor>[] {
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

/** Scheduled reports. */
export type ReportSchedules = {
  calls: ServedCall<Actor>[]
  /** runs all due schedules; resolves when none is left */
  look(): Promise<void>
  /** starts no further runs */
  stop(): void
  close(): Promise<void>
}

const MAIL_TIMES = { firstPauseMs: 5_000, longestPauseMs: 300_000, timeoutMs: 60_000, leaseMs: 120_000 }
/** Days until an unsent mail expires; its file is kept a day longer. */
const MAX_MAIL_DAYS = 2

/** Starts scheduled reports in this process. @param times intervals for tests */
export function createReportSchedules(
  parts: ServiceParts & { reports: ReportFiles; reportLog: ReportLog },
  times: { now?: () => number; lookMs?: number } = {},
): ReportSchedules {
  const { db, log, bus, limits, metrics, filesDir, keyRing } = parts
  const store = openRunStore(db)
  const files = openReportFileStore(join(filesDir, 'reports'), keyRing)
  const mails = createOutboxWorker({
    db,
    log,
    kind: REPORT_MAIL,
    sender: createRunMailSender(parts, files),
    address: async () => (await readMailSettings(parts))?.revision,
    limits: { outbox: limits.outbox, outboxDays: Math.min(limits.outboxDays, MAX_MAIL_DAYS) },
    onFigures: (figures) => showOutboxFigures(metrics, { kind: REPORT_MAIL, ...figures }),
    times: MAIL_TIMES,
  })
  const unsubscribe = bus.subscribe('config.changed', ({ what }) => {
    if (what === 'settings') mails.wake()
  })
  const worker = startRunWorker({ ...parts, store, files, onMail: () => mails.wake() }, times)
  return {
    calls: scheduleRoutes({ ...parts, runs: store, files, wake: worker.wake, now: times.now ?? Date.now }),
    look: worker.look,
    stop: () => {
      worker.stop()
      mails.stop()
    },
    close: async () => {
      unsubscribe()
      await worker.close()
      await mails.close()
    },
  }
}
