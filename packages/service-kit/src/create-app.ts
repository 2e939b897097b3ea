import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { ServiceMetrics } from './metrics.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

/** What an Express app of a service is made from. */
export type AppOptions = {
  log: Logger
  metrics?: ServiceMetrics
  /** number of proxies in front whose `X-Forwarded-For` is believed; 0 believes none */
  trustProxy?: number
}

/**
 * An Express app with the parts every service has: request ids, request log without query strings or bodies (they may
 * name patients), security headers, metrics. Calls are mounted on it, then `mountErrors`.
 */
export function createApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.set('trust proxy', options.trustProxy ?? 0)
  app.set('query parser', 'simple')
  app.use(beginRequest(app, options))
  return app
}

/** One step for what every request needs, with one listener for its end: these run for each of thousands a second. */
function beginRequest(app: Express, { log, metrics }: AppOptions): RequestHandler {
  const headers = securityHeaders()
  const logging = requestLog(app, log)
  return (request, response, next) => {
    logging.begin(request)
    const started = performance.now()
    for (const [name, value] of headers) response.setHeader(name, value)
    response.on('close', () => {
      const seconds = (performance.now() - started) / 1000
      metrics?.observe(response, seconds)
      logging.end(request, response, seconds)
    })
    next()
  }
}
