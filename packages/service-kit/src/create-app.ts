import express, { type Express } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import type { ServiceMetrics } from './metrics.ts'
import { requestLog } from './request-log.ts'

/** What an Express app of a service is made from. */
export type AppOptions = {
  log: Logger
  metrics?: ServiceMetrics
  /** number of proxies in front whose `X-Forwarded-For` is believed; 0 believes none */
  trustProxy?: number
}

/**
 * An Express app with the parts every service has: request ids, request log without query strings or bodies (they may
 * name patients), security headers, metrics. Calls are mounted on it, then `closeApp` ends it.
 */
export function createApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.set('trust proxy', options.trustProxy ?? 0)
  app.set('query parser', 'simple')
  app.use(requestLog(app, options.log))
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          connectSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: false,
    }),
  )
  if (options.metrics) app.use(options.metrics.observe)
  return app
}
