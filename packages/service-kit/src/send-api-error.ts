import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Call, type ErrorBody, messages } from '@wardtrack/contracts'
import { ApiError, noRoom, unavailable } from './api-error.ts'
import { logOf } from './request-log.ts'
import { sendJson } from './send-answer.ts'

/**
 * Writes any error as the error body of the contract. Errors other than {@link ApiError} become 500 without detail.
 */
export function sendApiError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  next: (error: unknown) => void,
): void {
  if (response.headersSent) return next(error)
  const call = response.locals['call'] as Call | undefined
  const apiError = toApiError(error, call)
  if (apiError.code === 'internal') logOf(request).error({ err: error }, 'unexpected error')
  const body: ErrorBody = {
    err: 1,
    code: apiError.code,
    message: apiError.message,
    ...(apiError.errors.length > 0 ? { errors: [...apiError.errors] } : {}),
    requestId: request.id,
    ...(call?.duplicateIsStatus500 ? { error: { msg: apiError.message } } : {}),
    ...(call?.verifyFalse ? { verify: false as const } : {}),
  }
  if (apiError.retryAfter !== undefined) response.setHeader('Retry-After', String(apiError.retryAfter))
  // A sender that is too slow does not keep its connection.
  if (apiError.code === 'too_slow') response.setHeader('Connection', 'close')
  response.setHeader('Cache-Control', 'no-store')
  response.statusCode = apiError.status
  sendJson(response, JSON.stringify(body))
}

function toApiError(error: unknown, call: Call | undefined): ApiError {
  if (error instanceof ApiError)
    return call?.duplicateIsStatus500 && error.code === 'duplicate'
      ? new ApiError('already_exists', error.message)
      : error
  // Express and its router throw these for malformed requests, such as wrong percent-encoding.
  const status = (error as { status?: unknown } | undefined)?.status
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new ApiError('validation', messages.addressMalformed)
  if (isDiskFull(error)) return noRoom()
  if (isStoreUnreachable(error)) return unavailable()
  return new ApiError('internal', messages.internal)
}

const UNREACHABLE_ERRORS = new Set([
  'MongoNetworkError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongooseServerSelectionError',
  'MongoNetworkTimeoutError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
])

/** Returns true if an error says that the store was not reached, by the driver's names of such errors. */
export function isStoreUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return UNREACHABLE_ERRORS.has(error.name) || /buffering|before initial connection/.test(error.message)
}

/** Codes of the store (14031), MongoDB and the file system for a full disk. */
const FULL_CODES: ReadonlySet<unknown> = new Set([14_031, 'ENOSPC', 'EDQUOT'])
const FULL_MESSAGE = /the disk is full|no space left on device|out ?of ?disk ?space/i

/** Returns true if an error, or one of its causes, says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (FULL_CODES.has((cause as { code?: unknown }).code) || FULL_MESSAGE.test(cause.message)) return true
    cause = cause.cause
  }
  return false
}
