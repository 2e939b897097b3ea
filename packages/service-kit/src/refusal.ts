import { ERROR_STATUS, type ErrorCode, type ErrorDetail, messages } from '@wardtrack/contracts'

/** The one error type of the services: a code of the closed list, a message for people, details by member. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
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

/** 400; the first detail's message is the overall one unless given. */
export const invalid = (errors: readonly ErrorDetail[], message?: string): Refusal =>
  new Refusal('validation', message ?? errors[0]?.message ?? messages.fillCorrectly, { errors })

/** 400 about a single member. */
export const invalidMember = (path: string, message: string): Refusal => invalid([{ path, message }])

/** 404 */
export const notFound = (message: string = messages.notFound): Refusal => new Refusal('not_found', message)

/** 401 */
export const unauthenticated = (message: string = messages.notSignedIn): Refusal =>
  new Refusal('unauthenticated', message)

/** 403 */
export const forbidden = (message: string = messages.notAllowed): Refusal => new Refusal('forbidden', message)

/** 409 for a name that is taken; an E500 call turns it into 500 `already_exists`. */
export const duplicate = (message: string, errors: readonly ErrorDetail[] = []): Refusal =>
  new Refusal('duplicate', message, { errors })

/** 503 while something that is needed is out of reach. @param retryAfter seconds */
export const unavailable = (message: string = messages.unavailable, retryAfter = 5): Refusal =>
  new Refusal('unavailable', message, { retryAfter })

/** 429 when a bounded queue is full. @param retryAfter seconds */
export const overloaded = (retryAfter = 1): Refusal =>
  new Refusal('overloaded', messages.overloaded, { retryAfter })
