import express, { type Express } from 'express'
import { beginRequest, type RequestRecords } from './begin-request.ts'

/** Options of a service's Express app. */
export type AppOptions = RequestRecords & {
  /** number of proxies in front whose `X-Forwarded-For` is trusted; 0 trusts none */
  trustProxy?: number
}

/**
 * Creates an Express app with the parts that every service has: request ids, security headers, metrics, and a request
 * log without query strings or bodies, which may name patients. Calls are mounted on it, then `mountErrors`.
 */
export function createApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('case sensitive routing', true)
  app.set('trust proxy', options.trustProxy ?? 0)
  app.set('query parser', 'simple')
  const begin = beginRequest(options)
  app.use((request, response, next) => {
    begin(request, response)
    next()
  })
  return app
}
