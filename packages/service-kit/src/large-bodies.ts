import type { RequestHandler } from 'express'
import { overloaded } from './api-error.ts'

/** Maximum requests of one call whose large bodies are read or processed at a time, and those of one session. */
const MAX_REQUESTS = 8
const MAX_REQUESTS_OF_SESSION = 2
const RETRY_AFTER = 5

/**
 * Limits the memory for request bodies of a call where one body may be large. A request beyond the limit is refused
 * with 429 before any of its body is read.
 */
export function limitLargeBodies(maxRequests = MAX_REQUESTS): RequestHandler {
  /** the sessions whose bodies are read now, once for each body; undefined for calls without a session */
  const open: unknown[] = []
  return (_request, response, next) => {
    const session: unknown = response.locals['caller']
    const ofSession = session === undefined ? 0 : open.filter((reading) => reading === session).length
    if (open.length >= maxRequests || ofSession >= MAX_REQUESTS_OF_SESSION)
      return next(overloaded(RETRY_AFTER))
    open.push(session)
    response.once('close', () => open.splice(open.indexOf(session), 1))
    next()
  }
}
