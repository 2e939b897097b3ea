import type { ErrorCode, ErrorDetail } from '@wardtrack/contracts'

/** A request to a thread: call an exported function of a module, or create the next piece of its output. */
export type ThreadRequest = { kind: 'call'; module: string; name: string; input: unknown } | { kind: 'next' }

/** Answer of a thread to one request. */
export type ThreadReply =
  | { kind: 'output'; output: unknown }
  | { kind: 'stream' }
  | { kind: 'piece'; piece: IteratorResult<unknown, void> }
  | {
      kind: 'refusal'
      code: ErrorCode
      message: string
      errors: readonly ErrorDetail[]
      retryAfter: number | undefined
    }
  | { kind: 'failure'; error: Error }
