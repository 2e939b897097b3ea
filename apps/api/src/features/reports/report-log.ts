import { join } from 'node:path'
import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { ApiError, type AuditDetails, createLog, type Logger, type ServedCall } from '@wardtrack/service-kit'

/**
 * Calls of reports that say in `{filesDir}/logs/report.log` what came of each: who asked for which report, what it was
 * filtered by (fields and operators, no values), how many rows it had and how long it took. Request ids are those of the
 * service's own log. The file is opened with the first report.
 */
export function withReportLog(
  { filesDir, log }: Pick<ServiceParts, 'filesDir' | 'log'>,
  calls: readonly ServedCall<Actor>[],
): ServedCall<Actor>[] {
  let reportLog: Logger | undefined
  const openLog = (): Logger => {
    const dir = join(filesDir, 'logs')
    reportLog ??= createLog({ service: 'report', dir, level: log.level, stdout: false })
    return reportLog
  }
  return calls.map((served) => ({ ...served, handle: logged(served, openLog) }))
}

const logged =
  ({ call, handle }: ServedCall<Actor>, openLog: () => Logger): ServedCall<Actor>['handle'] =>
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
      if (whole) openLog().info(line(), 'report answered')
      else openLog().warn(line(), 'report broke off')
      return output
    } catch (error) {
      openLog().warn(
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
