import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type LogService } from '@wardtrack/contracts'
import { type CallContext, notFound, type ServedCall, sendStream, serve } from '@wardtrack/service-kit'
import { logContent } from './log-content.ts'
import { listLogFiles, logServiceOf } from './log-files.ts'
import { searchLog } from './search-log.ts'
import { zipLogs } from './zip-logs.ts'

/** Creates the calls of the services' logs. */
export function logRoutes({ filesDir }: ServiceParts): ServedCall<Actor>[] {
  const logsDir = join(filesDir, 'logs')
  return [
    serve(calls.listLogs)<Actor>(async () => ({ data: await listLogFiles(logsDir) })),
    serve(calls.searchLog)<Actor>(async ({ params, query }, context) =>
      searchLog(logsDir, namedLog(params.service, context), query),
    ),
    serve(calls.downloadLog)<Actor>(async ({ params }, context) => {
      const service = namedLog(params.service, context)
      await sendFile(logContent(logsDir, service), context, {
        type: 'text/plain; charset=utf-8',
        name: `${service}.log`,
      })
    }),
    serve(calls.downloadLogs)<Actor>(async ({ query: { services } }, context) => {
      context.auditDetails({ logs: services })
      const day = new Date().toISOString().slice(0, 10)
      await sendFile(zipLogs(logsDir, services), context, {
        type: 'application/zip',
        name: `wardtrack-logs-${day}.zip`,
      })
    }),
  ]
}

/** @throws ApiError 404 */
function namedLog(name: string, { target }: CallContext<Actor>): LogService {
  const service = logServiceOf(name)
  if (!service) throw notFound()
  target('log', service)
  return service
}

async function sendFile(
  content: Readable,
  { response, log }: CallContext<Actor>,
  { type, name }: { type: string; name: string },
): Promise<void> {
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  response.setHeader('Cache-Control', 'no-store')
  await sendStream(content, response).catch((error: unknown) =>
    log.error({ err: error }, 'the download of a log broke off'),
  )
}
