import express, { type Express } from 'express'
import { beginRequest, type RequestRecords } from './begin-request.ts'

/** What an Express app of a service is made from. */
export type AppOptions = RequestRecords & {
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
  const begin = beginRequest(options)
  app.use((request, response, next) => {
    begin(request, response)
    next()
  })
  return app
}
