/** All error codes with their HTTP status. */
export const ERROR_STATUS = {
  validation: 400,
  invalid_criteria: 400,
  invalid_json: 400,
  import_refused: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  forbidden: 403,
  not_configured: 403,
  account_locked: 403,
  password_expired: 403,
  setup_required: 403,
  provider_disabled: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  duplicate: 409,
  conflict: 409,
  ambiguous_asset: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  overloaded: 429,
  already_exists: 500,
  internal: 500,
  unavailable: 503,
} as const

/** An error code of an error response. */
export type ErrorCode = keyof typeof ERROR_STATUS

/** Error of one member: its dotted path as sent, and the reason. */
export type ErrorDetail = { path: string; message: string; line?: number; field?: string }

/** Body of every error response. `error.msg` is present only where the specification reads it. */
export type ErrorBody = {
  err: 1
  code: ErrorCode
  message: string
  errors?: ErrorDetail[]
  requestId: string
  error?: { msg: string }
  verify?: false
}
