import { join } from 'node:path'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import {
  ApiError,
  type AuditDetails,
  closeLog,
  createLog,
  type Logger,
  type ServedCall,
} from '@wardtrack/service-kit'

/** The log of reports, in `{filesDir}/logs/report.log`: opened with the first line. */
export type ReportLog = Record<'info' | 'warn', (facts: object, message: string) => void> & {
  /** ends when its lines stand in the file */
  close(): Promise<void>
}

/** Makes it; a process has one. */
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
 * Calls of reports that say in `{filesDir}/logs/report.log` what came of each: who asked for which report, what it was
 * filtered by (fields and operators, no values), how many rows it had and how long it took. Request ids are those of the
 * service's own log.
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
      details,
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
      // A file whose reader went away, or that broke off, is not whole.
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

/** The page whose list is exported. What is no name of a page was never one: it is not repeated. */
const pageOf = (params: unknown): string | undefined => {
  const { page } = (params ?? {}) as { page?: unknown }
  return typeof page === 'string' && /^[a-z-]{1,40}$/.test(page) ? page : undefined
}
