import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ApiError } from '../api-error.ts'
import type { ThreadReply, ThreadRequest } from './thread-messages.types.ts'

/** Priority steps below the serving thread: senders of files can wait, positions cannot. */
const STEPS = 5
const LOWEST = 19

type Exported = Record<string, (input: unknown) => unknown>

let stream: AsyncIterator<unknown, void> | undefined

async function answer(request: ThreadRequest): Promise<ThreadReply> {
  if (request.kind === 'next') {
    const piece = (await stream?.next()) ?? { done: true, value: undefined }
    if (piece.done) stream = undefined
    return { kind: 'piece', piece }
  }
  const { [request.name]: call } = (await import(request.module)) as Exported
  const output = await call?.(request.input)
  if (!isStream(output)) return { kind: 'output', output }
  stream = output[Symbol.asyncIterator]()
  return { kind: 'stream' }
}

const isStream = (value: unknown): value is AsyncIterable<unknown, void> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Compares the name, because importing the class would load all contracts before the module is known. */
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

function replyTo(error: unknown): ThreadReply {
  stream = undefined
  if (!isApiError(error))
    return { kind: 'failure', error: error instanceof Error ? error : new Error(String(error)) }
  const { code, message, errors, retryAfter } = error
  return { kind: 'refusal', code, message, errors, retryAfter }
}

/** Lowers the thread's priority. Only Linux has one for each thread; elsewhere the whole process would change. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(LOWEST, getPriority(0) + STEPS))
  } catch {
    // Not permitted here: the thread keeps the usual priority.
  }
}

lowerPriority()
parentPort?.on('message', (request: ThreadRequest) => {
  void answer(request)
    .catch(replyTo)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker thread has no origin
    .then((reply) => parentPort?.postMessage(reply))
})
