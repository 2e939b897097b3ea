import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { ServiceMetrics } from './metrics.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

/** Log and metrics that record every request. */
export type RequestRecords = { log: Logger; metrics?: ServiceMetrics }

/** Prepares every request in one step, with one listener for its end, because it runs thousands of times a second. */
export function beginRequest({
  log,
  metrics,
}: RequestRecords): (request: IncomingMessage, response: ServerResponse) => void {
  const headers = securityHeaders()
  const logging = requestLog(log)
  return (request, response) => {
    logging.begin(request)
    const started = performance.now()
    for (const [name, value] of headers) response.setHeader(name, value)
    response.on('close', () => {
      const seconds = (performance.now() - started) / 1000
      metrics?.observe(response, seconds)
      logging.end(request, response, seconds)
    })
  }
}
