import type { RequestHandler } from 'express'
import { overloaded } from './api-error.ts'

/** Requests of one call whose large bodies are read or worked on at a time. */
const MAX_REQUESTS = 8
const RETRY_AFTER = 5

/**
 * Bounds what the bodies of a call hold in memory where one body may be large: of more requests than so many, the next
 * is asked to come again before any of its body is read (429).
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
