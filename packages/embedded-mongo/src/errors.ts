/** MongoDB's own error codes, as far as this store answers with them. */
const CODE_NAMES: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  8: 'UnknownError',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  17: 'ProtocolError',
  18: 'AuthenticationFailed',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  123: 'NotAReplicaSet',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  238: 'NotImplemented',
  263: 'OperationNotSupportedInTransaction',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  334: 'MechanismUnavailable',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  14031: 'OutOfDiskSpace',
}

/** A refusal with MongoDB's code; `extra` members (keyPattern, keyValue) travel in the reply. */
export class StoreError extends Error {
  readonly code: number
  readonly codeName: string
  readonly extra: Record<string, unknown>

  constructor(code: number, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'StoreError'
    this.code = code
    this.codeName = CODE_NAMES[code] ?? `Location${code}`
    this.extra = extra
  }
}

export const badValue = (message: string) => new StoreError(2, message)
export const failedToParse = (message: string) => new StoreError(9, message)
export const typeMismatch = (message: string) => new StoreError(14, message)
export const notImplemented = (what: string) =>
  new StoreError(238, `The embedded store does not carry out ${what}`)
