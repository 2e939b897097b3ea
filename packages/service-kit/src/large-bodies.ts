import type { RequestHandler } from 'express'
import { overloaded } from './api-error.ts'

/** Maximum requests of one call whose large bodies are read or processed at a time. */
const MAX_REQUESTS = 8
const RETRY_AFTER = 5

/**
 * Limits the memory for request bodies of a call where one body may be large. A request beyond the limit is refused
 * with 429 before any of its body is read.
 */
export function limitLargeBodies(maxRequests = MAX_REQUESTS): RequestHandler {
  let open = 0
  return (_request, response, next) => {
    if (open >= maxRequests) return next(overloaded(RETRY_AFTER))
    open += 1
    response.once('close', () => {
      open -= 1
    })
    next()
  }
}
