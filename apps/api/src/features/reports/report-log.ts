import { join } from 'node:path'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import type { Viewer } from '@wardtrack/patient-rule'
import {
  ApiError,
  type AuditDetails,
  closeLog,
  createLog,
  type Logger,
  type ServedCall,
} from '@wardtrack/service-kit'

/** Log of reports in `{filesDir}/logs/report.log`; the first line opens the file. */
export type ReportLog = Record<'info' | 'warn', (facts: object, message: string) => void> & {
  /** resolves when all lines are in the file */
  close(): Promise<void>
}

/**
 * Returns the details that a line of the report log may hold. Users without the patient-data flag may read logs, so
 * rows are counted only when they cannot include patients. Only the audit log records the patients of a response.
 */
export const reportLogDetails = (
  { patientDataAccess }: Viewer,
  { criteria, returned }: AuditDetails,
): AuditDetails => ({
  ...(criteria === undefined ? {} : { criteria }),
  ...(patientDataAccess || returned === undefined ? {} : { returned }),
})

/** Creates the report log of a process. */
export function createReportLog({ filesDir, log }: Pick<ServiceParts, 'filesDir' | 'log'>): ReportLog {
  let reportLog: Logger | undefined
  const opened = (): Logger => {
    const dir = join(filesDir, 'logs')
    reportLog ??= createLog({ service: 'report', dir, level: log.level, stdout: false })
    return reportLog
  }
  return {
    info: (facts, message) => opened().info(facts, message),
    warn: (facts, message) => opened().warn(facts, message),
    close: async () => {
      if (reportLog) await closeLog(reportLog)
    },
  }
}

/**
 * Wraps calls of reports so that each writes a line to `{filesDir}/logs/report.log`. The line holds the user, the
 * report, the filtered fields and operators without values, {@link reportLogDetails} and the duration. Request ids
 * match those of the service's log.
 */
export const withReportLog = (
  reportLog: ReportLog,
  calls: readonly ServedCall<Actor>[],
): ServedCall<Actor>[] => calls.map((served) => ({ ...served, handle: logged(served, reportLog) }))

const logged =
  ({ call, handle }: ServedCall<Actor>, reportLog: ReportLog): ServedCall<Actor>['handle'] =>
  async (input, context) => {
    const began = performance.now()
    let details: AuditDetails = {}
    const line = () => ({
      req: { id: context.requestId },
      report: call.route.path,
      ...(pageOf(input.params) ? { page: pageOf(input.params) } : {}),
      user: sessionOf(context.actor).username,
      details: reportLogDetails(sessionOf(context.actor), details),
      ms: Math.round(performance.now() - began),
    })
    try {
      const output = await handle(input, {
        ...context,
        auditDetails: (more) => {
          details = { ...details, ...more }
          context.auditDetails(more)
        },
      })
      // A file is incomplete if the reader disconnected or writing failed.
      const whole = call.produces !== 'open' || context.response.writableFinished
      if (whole) reportLog.info(line(), 'report answered')
      else reportLog.warn(line(), 'report broke off')
      return output
    } catch (error) {
      reportLog.warn(
        { ...line(), code: error instanceof ApiError ? error.code : 'internal' },
        'report refused or failed',
      )
      throw error
    }
  }

/** Returns the page whose list is exported. Unknown page names are not repeated in the log. */
const pageOf = (params: unknown): string | undefined => {
  const { page } = (params ?? {}) as { page?: unknown }
  return typeof page === 'string' && /^[a-z-]{1,40}$/.test(page) ? page : undefined
}
