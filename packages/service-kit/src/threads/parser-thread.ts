import { type Transferable, Worker } from 'node:worker_threads'
import { messages } from '@wardtrack/contracts'
import { ApiError } from '../api-error.ts'
import type { ThreadReply, ThreadRequest } from './thread-messages.types.ts'

/** The built entry, which tests in `src` use too. */
const ENTRY = new URL('../../dist/threads/thread-entry.js', import.meta.url)

/** Limits of a thread. */
export type ThreadLimits = {
  /** heap of the thread; input that needs more is refused */
  heapMb: number
  /** longest wait for one reply, in milliseconds */
  replyMs: number
}

/** A thread that parses untrusted input, one request at a time. */
export type ParserThread = {
  /**
   * Sends a request and resolves with its reply. The thread ends when the request fails or the signal is aborted.
   * @throws ApiError the function's refusal, or 413 beyond the limits
   */
  ask(request: ThreadRequest, transfer?: readonly Transferable[], signal?: AbortSignal): Promise<ThreadReply>
  isAlive(): boolean
  end(): Promise<void>
}

/** Starts a thread. It has no access to the environment, and does not keep the process alive while idle. */
export function startParserThread({ heapMb, replyMs }: ThreadLimits): ParserThread {
  const worker = new Worker(ENTRY, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  })
  let isAlive = true
  let settle: ((outcome: ThreadReply | Error) => void) | undefined
  const end = async (reason: Error = new Error('a thread was ended')): Promise<void> => {
    isAlive = false
    settle?.(reason)
    await worker.terminate()
  }
  worker.on('message', (reply: ThreadReply) => settle?.(reply))
  worker.on('error', (error) => void end(isOutOfMemory(error) ? beyondLimits() : error))
  worker.on('exit', () => void end())
  worker.unref()
  return {
    ask: async (request, transfer = [], signal) => {
      const onAbort = (): void => void end(signal?.reason as Error)
      const timer = setTimeout(() => void end(beyondLimits()), replyMs)
      const outcome = new Promise<ThreadReply | Error>((resolve) => {
        settle = resolve
      })
      signal?.addEventListener('abort', onAbort)
      worker.ref()
      worker.postMessage(request, [...transfer])
      if (signal?.aborted) onAbort()
      try {
        return replyOrThrow(await outcome)
      } finally {
        settle = undefined
        worker.unref()
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    isAlive: () => isAlive,
    end: () => end(),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'

const beyondLimits = (): ApiError => new ApiError('too_large', messages.tooLarge)

function replyOrThrow(reply: ThreadReply | Error): ThreadReply {
  if (reply instanceof Error) throw reply
  if (reply.kind === 'failure') throw reply.error
  if (reply.kind !== 'refusal') return reply
  const { code, message, errors, retryAfter } = reply
  throw new ApiError(code, message, { errors, ...(retryAfter === undefined ? {} : { retryAfter }) })
}
