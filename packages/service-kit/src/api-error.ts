import type { ErrorDetail } from '@wardtrack/contracts'
import { ERROR_STATUS, type ErrorCode } from '@wardtrack/contracts/errors'
import { messages } from '@wardtrack/contracts/messages'

/** The one error type of the services: a code from the closed list, a message for people, and details by member. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly errors: readonly ErrorDetail[]
  /** seconds for the `Retry-After` header */
  readonly retryAfter: number | undefined
  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: readonly ErrorDetail[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.code = code
    this.errors = more.errors ?? []
    this.retryAfter = more.retryAfter
  }
  /** HTTP status of the code */
  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** 400. The message is that of the first detail unless one is given. */
export const invalid = (errors: readonly ErrorDetail[], message?: string): ApiError =>
  new ApiError('validation', message ?? errors[0]?.message ?? messages.fillCorrectly, { errors })

/** 400 about a single member. */
export const invalidMember = (path: string, message: string): ApiError => invalid([{ path, message }])

/** 404 */
export const notFound = (message: string = messages.notFound): ApiError => new ApiError('not_found', message)

/** 401 */
export const unauthenticated = (message: string = messages.notSignedIn): ApiError =>
  new ApiError('unauthenticated', message)

/** 403 */
export const forbidden = (message: string = messages.notAllowed): ApiError =>
  new ApiError('forbidden', message)

/** 409 for a name that is taken; an E500 call turns it into 500 `already_exists`. */
export const duplicate = (message: string, errors: readonly ErrorDetail[] = []): ApiError =>
  new ApiError('duplicate', message, { errors })

/** 409 for a change that was prepared on an older state than the stored one. */
export const conflict = (message: string = messages.changedByOthers): ApiError =>
  new ApiError('conflict', message)

/** 503 while a required part is out of reach. @param retryAfter seconds */
export const unavailable = (message: string = messages.unavailable, retryAfter = 5): ApiError =>
  new ApiError('unavailable', message, { retryAfter })

/** 503 while the disk is full. Reads still work. */
export const noRoom = (): ApiError => unavailable(messages.noRoom, 30)

/** 429 when a bounded queue is full. @param retryAfter seconds */
export const overloaded = (retryAfter = 1): ApiError =>
  new ApiError('overloaded', messages.overloaded, { retryAfter })
