import { type Call, type ErrorBody, messages } from '@wardtrack/contracts'
import type { NextFunction, Request, Response } from 'express'
import { ApiError } from './api-error.ts'

/** Writes any error as the error body of calls.md; what is no {@link ApiError} becomes 500 without detail. */
export function sendApiError(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) return next(error)
  const call = response.locals['call'] as Call | undefined
  const refusal = refusalOf(error, call)
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error')
  const body: ErrorBody = {
    err: 1,
    code: refusal.code,
    message: refusal.message,
    ...(refusal.errors.length > 0 ? { errors: [...refusal.errors] } : {}),
    requestId: request.id,
    ...(call?.e500 ? { error: { msg: refusal.message } } : {}),
    ...(call?.verifyFalse ? { verify: false as const } : {}),
  }
  if (refusal.retryAfter !== undefined) response.setHeader('Retry-After', String(refusal.retryAfter))
  response.setHeader('Cache-Control', 'no-store')
  response.status(refusal.status).json(body)
}

function refusalOf(error: unknown, call: Call | undefined): ApiError {
  if (error instanceof ApiError)
    return call?.e500 && error.code === 'duplicate' ? new ApiError('already_exists', error.message) : error
  // Express and its router throw these for malformed percent-encoding and the like: the request's fault, not ours.
  const status = (error as { status?: unknown } | undefined)?.status
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new ApiError('validation', messages.addressMalformed)
  if (isOutOfReach(error)) return new ApiError('unavailable', messages.unavailable, { retryAfter: 5 })
  return new ApiError('internal', messages.internal)
}

const OUT_OF_REACH = new Set([
  'MongoNetworkError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongooseServerSelectionError',
  'MongoNetworkTimeoutError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
])

/** Whether an error says that the store was not reached, by the names its driver gives such errors. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return OUT_OF_REACH.has(error.name) || /buffering|before initial connection/.test(error.message)
}
