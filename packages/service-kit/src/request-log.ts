import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '@wardtrack/contracts'
import type { Logger } from 'pino'

declare module 'http' {
  // oxlint-disable-next-line no-shadow -- it adds to the interface that is imported above
  interface IncomingMessage {
    /** id of the request, in its log lines and in error answers */
    id: string
    /** the log of its process */
    processLog: Logger
    /** the request's own log, created at its first use */
    ownLog?: Logger
  }
  // oxlint-disable-next-line no-shadow -- it adds to the interface that is imported above
  interface ServerResponse {
    /** known facts about the request: its call, its actor, its target */
    locals: Record<string, unknown>
  }
}

/** Returns the log with the request's id and method in every line. */
export function logOf(request: IncomingMessage): Logger {
  request.ownLog ??= request.processLog.child({ req: { id: request.id, method: request.method } })
  return request.ownLog
}

/** Gives requests their ids, and logs how they ended. */
export type RequestLog = {
  begin(request: IncomingMessage): void
  end(request: IncomingMessage, response: ServerResponse, seconds: number): void
}

/**
 * Creates the log of requests. It gives each request an id and a log, and logs how the request ended: failures as
 * warnings, the rest at level debug. Lines hold the declared path, never a query string or a body (they may name
 * patients).
 *
 * A logger for each request costs more than answering a short one, so it is created only when something is logged.
 */
export function requestLog(log: Logger): RequestLog {
  // An id grants nothing and need not be secret, only unique among all processes and starts. So it has a random part
  // for each process, and then a counter.
  const process = `${randomBytes(9).toString('base64url')}.`
  let count = 0
  return {
    begin: (request) => {
      count += 1
      request.id = process + count.toString(36)
      request.processLog = log
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
      if (failed) logOf(request).warn(facts, 'request failed')
      else logOf(request).debug(facts, response.writableFinished ? 'request answered' : 'request given up')
    },
  }
}
