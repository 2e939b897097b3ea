import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Logger } from 'pino'
import type { ServiceMetrics } from './metrics.ts'
import { requestLog } from './request-log.ts'

const setSecurityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
})

/**
 * Returns the security headers of every answer, as helmet writes them. They do not depend on the request, so helmet
 * runs once at the start, instead of a dozen steps for each request.
 * @throws Error when helmet does not answer synchronously
 */
function securityHeaders(): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = []
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.setHeader = (name, value) => {
    headers.push([name, String(value)])
    return response
  }
  let ready = false
  setSecurityHeaders(response.req, response, (error) => {
    ready = error === undefined
  })
  if (!ready || headers.length === 0) throw new Error('the security headers could not be made')
  return headers
}

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
