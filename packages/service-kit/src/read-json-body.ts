import { isUtf8 } from 'node:buffer'
import { type Call, messages } from '@wardtrack/contracts'
import { json, type RequestHandler } from 'express'
import { ApiError, invalidMember } from './api-error.ts'
import { watchBodyPace } from './body-pace.ts'
import { refusedJson } from './refused-json.ts'

/** Bytes that the body of a call may have unless its declaration says otherwise. */
export const JSON_LIMIT = 1024 * 1024
/** Longest time for a body, in milliseconds: as long as for a whole request. */
const BODY_MS = 60_000

/** The step that reads the JSON body of a call, bounded in bytes and time. */
export function readJsonBody(call: Call): RequestHandler {
  const limit = call.bodyLimit ?? JSON_LIMIT
  const parse = json({ limit, strict: false, type: 'application/json', verify: refuseUnreadable })
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    if (hasBody && !request.is('application/json'))
      return next(new ApiError('unsupported_media_type', messages.jsonOnly))
    if (/charset\s*=\s*"?(?!utf-?8)/i.test(request.headers['content-type'] ?? ''))
      return next(new ApiError('unsupported_media_type', messages.jsonOnly))
    let ended = false
    const end = (error?: ApiError): void => {
      stopWatching()
      if (ended) return
      ended = true
      next(error)
    }
    const abort = (): void => {
      // What still comes is thrown away, so that the answer reaches the sender over the same connection.
      request.unpipe()
      request.resume()
      response.setHeader('Connection', 'close')
      end(new ApiError('too_slow', messages.tooSlow, { retryAfter: 5 }))
    }
    const stopWatching = hasBody ? watchBodyPace(request, { longestMs: BODY_MS, abort }) : () => {}
    parse(request, response, (error?: unknown) => end(error ? bodyError(error) : refusedJson(request.body)))
  }
}

/**
 * A member called __proto__ is never meant; parsers drop it in silence, and criteria would lose a condition. Letters of
 * another encoding would be stored as replacement characters.
 */
function refuseUnreadable(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw Object.assign(new Error('not UTF-8'), { type: NOT_UTF8 })
  if (body.includes('"__proto__"')) throw new Error('a member may not be called __proto__')
}

const NOT_UTF8 = 'wardtrack.not-utf8'

function bodyError(error: unknown): ApiError {
  const type = (error as { type?: string }).type
  if (type === NOT_UTF8) return new ApiError('invalid_json', messages.notUtf8)
  if (type === 'entity.verify.failed') return invalidMember('__proto__', 'This name is not allowed.')
  if (type === 'entity.too.large') return new ApiError('too_large', messages.tooLarge)
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ApiError('unsupported_media_type', messages.jsonOnly)
  return new ApiError('invalid_json', messages.notJson)
}
