import { randomBytes } from 'node:crypto'
import type { Call } from '@wardtrack/contracts'
import type { Express, Request, Response } from 'express'
import type { Logger } from 'pino'

declare module 'http' {
  interface IncomingMessage {
    /** id of the request, in its log lines and in error answers */
    id: string
    /** the log with this request's id and method in every line; made when it is first used */
    log: Logger
  }
}

const OWN_LOG = Symbol('log of one request')

type Logged = Request & { [OWN_LOG]?: Logger }

/** Gives requests their ids, and logs how they ended. */
export type RequestLog = {
  begin(request: Request): void
  end(request: Request, response: Response, seconds: number): void
}

/**
 * Gives every request an id and a log, and logs how it ended: failures as warnings, the rest at level debug. Lines hold
 * the declared path, never a query string or a body (they may name patients).
 *
 * A logger of its own for each request costs more than answering a short one, so it is made only for requests of which
 * something is logged.
 */
export function requestLog(app: Express, log: Logger): RequestLog {
  Object.defineProperty(app.request, 'log', {
    configurable: true,
    get(this: Logged) {
      this[OWN_LOG] ??= log.child({ req: { id: this.id, method: this.method } })
      return this[OWN_LOG]
    },
  })
  // An id opens nothing and need not be secret, only unique among all processes and starts: so random once, then counted.
  const process = `${randomBytes(9).toString('base64url')}.`
  let count = 0
  return {
    begin: (request) => {
      count += 1
      request.id = process + count.toString(36)
    },
    end: (request, response, seconds) => {
      const { statusCode } = response
      const failed = statusCode >= 500
      if (!failed && !log.isLevelEnabled('debug')) return
      const call = response.locals['call'] as Call | undefined
      const facts = {
        path: call?.route.path,
        res: { statusCode },
        responseTime: Math.round(seconds * 1000),
      }
      if (failed) request.log.warn(facts, 'request failed')
      else request.log.debug(facts, response.writableFinished ? 'request answered' : 'request given up')
    },
  }
}
