import type { IncomingMessage } from 'node:http'
import { type Call, calls, messages } from '@wardtrack/contracts'
import { type Request, type RequestHandler, type Response, raw } from 'express'
import { ApiError } from './api-error.ts'
import { parseBody } from './parse-body.ts'
import { abandonedSignal } from './send-answer.ts'
import type { CheckedBody, SentBody } from './threads/body-call.ts'
import { parserThreads } from './threads/parser-threads.ts'
import { joinValue, type ValuePiece } from './threads/value-pieces.ts'

/** Minimum speed of a body. A slower one would hold memory and a connection that others need. */
const PACE = {
  /** the period in which the body has to make progress, in milliseconds */
  windowMs: 4_000,
  /** minimum bytes of each period, as received over the wire */
  windowBytes: 16 * 1024,
} as const

const CHECK_MS = 1_000

type BodyRead = {
  since: number
  window: { since: number; bytes: number }
  request: IncomingMessage
  longestMs: number
  abort: () => void
}

/**
 * Creates a watch over bodies that are being read. One timer serves all of them, because thousands come a second and
 * most arrive whole.
 */
export function createThroughputMonitor() {
  /** the oldest first */
  const bodyReads = new Set<BodyRead>()
  let paceTimer: NodeJS.Timeout | undefined

  const abortSlowReads = (): void => {
    const now = performance.now()
    for (const reading of bodyReads) {
      // The oldest come first: all bodies after this one are younger.
      if (now - reading.since < PACE.windowMs) break
      if (now - reading.since < reading.longestMs && isFastEnough(reading, now)) continue
      bodyReads.delete(reading)
      reading.abort()
    }
    if (bodyReads.size > 0) return
    clearInterval(paceTimer)
    paceTimer = undefined
  }

  return (request: IncomingMessage, options: { longestMs: number; abort: () => void }): (() => void) => {
    const since = performance.now()
    const reading: BodyRead = {
      since,
      window: { since, bytes: request.socket.bytesRead },
      request,
      ...options,
    }
    bodyReads.add(reading)
    paceTimer ??= setInterval(abortSlowReads, CHECK_MS).unref()
    return () => bodyReads.delete(reading)
  }
}

/**
 * Watches a body that is being read, until the returned function is called.
 * @param options `longestMs` for the whole body; `abort` is called after that time, or when less than 16 kB came in 4
 * seconds
 */
export const watchBodyPace = createThroughputMonitor()

function isFastEnough({ window, request }: BodyRead, now: number): boolean {
  if (now - window.since < PACE.windowMs) return true
  const bytes = request.socket.bytesRead
  const moved = bytes - window.bytes
  window.since = now
  window.bytes = bytes
  return moved >= PACE.windowBytes
}

/** Maximum bytes of a call's body unless its declaration says otherwise. */
export const JSON_LIMIT = 1024 * 1024
/** Maximum time for a body, in milliseconds: the same as for a whole request. */
const BODY_MS = 60_000

/** Creates the step that reads the JSON body of a call, with limits in bytes and time. */
export function readJsonBody(call: Call): RequestHandler {
  const limit = call.bodyLimit ?? JSON_LIMIT
  const receive = raw({ limit, type: 'application/json' })
  const name = callNameOf(call)
  // Handlers of calls with small bodies may read the body as it was sent.
  const withSent = limit <= JSON_LIMIT
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    if (hasBody && !request.is('application/json'))
      return next(new ApiError('unsupported_media_type', messages.jsonOnly))
    if (/charset\s*=\s*"?(?!utf-?8)/i.test(request.headers['content-type'] ?? ''))
      return next(new ApiError('unsupported_media_type', messages.jsonOnly))
    let ended = false
    const end = (error?: unknown): void => {
      stopWatching()
      if (ended) return
      ended = true
      next(error)
    }
    const abort = (): void => {
      // The rest of the body is discarded, so that the answer reaches the sender over the same connection.
      request.unpipe()
      request.resume()
      response.setHeader('Connection', 'close')
      end(new ApiError('too_slow', messages.tooSlow, { retryAfter: 5 }))
    }
    const stopWatching = hasBody ? watchBodyPace(request, { longestMs: BODY_MS, abort }) : () => {}
    receive(request, response, (error?: unknown) => {
      stopWatching()
      if (error) return end(bodyError(error))
      const bytes: unknown = request.body
      settle(
        parse({ name, withSent }, Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0), request, response),
        end,
      )
    })
  }
}

/** Passes the outcome of a promise to a callback. */
function settle(promise: Promise<void>, end: (error?: unknown) => void): void {
  promise.then(() => end(), end)
}

/** Maximum size of a body that takes longer to hand to another thread than to parse. */
const INLINE_BYTES = 64 * 1024
const module = new URL('../dist/threads/body-call.js', import.meta.url)

/**
 * Parses a body. Another thread parses and checks a large one.
 * @throws ApiError 400, 413 when it takes too much time or memory, 429
 */
async function parse(
  { name, withSent }: { name: string | undefined; withSent: boolean },
  bytes: Buffer,
  request: Request,
  response: Response,
): Promise<void> {
  if (name === undefined || bytes.length <= INLINE_BYTES) {
    request.body = parseBody(bytes)
    return
  }
  const pieces = parserThreads.stream<SentBody, ValuePiece>({
    module,
    name: 'checkBody',
    input: { call: name, bytes, withSent },
    // The buffer is transferred when it contains only the body.
    transfer: bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [],
    signal: abandonedSignal(response),
  })
  const checked = (await joinValue(pieces)) as CheckedBody
  if ('sent' in checked) request.body = checked.sent
  response.locals['checkedBody'] = checked
}

/** Returns the body that another thread checked; undefined for a smaller one. */
export const checkedBodyOf = (response: Response): CheckedBody | undefined =>
  response.locals['checkedBody'] as CheckedBody | undefined

/** Returns the name that identifies a call to another thread; undefined for a call that only a test declares. */
const callNameOf = (call: Call): string | undefined =>
  Object.entries(calls).find(([, declared]) => (declared as Call) === call)?.[0]

function bodyError(error: unknown): ApiError {
  const type = (error as { type?: string }).type
  if (type === 'entity.too.large') return new ApiError('too_large', messages.tooLarge)
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ApiError('unsupported_media_type', messages.jsonOnly)
  return new ApiError('invalid_json', messages.notJson)
}
