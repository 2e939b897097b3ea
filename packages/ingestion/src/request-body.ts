import { isUtf8 } from 'node:buffer'
import { createGunzip, createInflate } from 'node:zlib'
import { MAX_INGEST_BYTES, MAX_ITEMS, messages } from '@wardtrack/contracts'
import { ApiError, type Request, refusedJson, watchBodyPace } from '@wardtrack/service-kit'
import type { Permit } from './admission.ts'

/** The two body formats of ingestion. */
export type BodyType = 'json' | 'ndjson'

/** Type of a body in a provider's own format; `unknown` when only the body shows it. */
export type FormatBodyType = BodyType | 'unknown'

/** Longest time for a body, in milliseconds. */
const BODY_MS = 20_000

/**
 * Returns the body's type by its header.
 * @throws ApiError 415 for other types, and for other character sets than UTF-8
 */
export function bodyTypeOf(request: Request): BodyType {
  const { type, isUtf8Text } = contentTypeOf(request)
  if (isUtf8Text && type === 'application/json') return 'json'
  if (isUtf8Text && type === 'application/x-ndjson') return 'ndjson'
  throw unsupported()
}

/**
 * Returns the type of a body in a provider's own format: any JSON media type is JSON, and any other type may be.
 * @throws ApiError 415 for other character sets than UTF-8
 */
export function formatBodyTypeOf(request: Request): FormatBodyType {
  const { type, isUtf8Text } = contentTypeOf(request)
  if (!isUtf8Text) throw unsupported()
  if (JSON_TYPE.test(type)) return 'json'
  return JSON_LINES_TYPE.test(type) ? 'ndjson' : 'unknown'
}

const JSON_TYPE = /^(?:application|text)\/json$|^[\w.-]+\/[\w.-]+\+json$/
const JSON_LINES_TYPE = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/

function contentTypeOf(request: Request): { type: string; isUtf8Text: boolean } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='))
  const isUtf8Text = charset === undefined || /^charset="?(?:utf-?8|us-ascii)"?$/.test(charset)
  return { type: type.trim(), isUtf8Text }
}

/**
 * Returns true if a body in a provider's own format is lines of JSON.
 * @throws ApiError 415 when a body of another type is no JSON
 */
export function isJsonLines(text: string, type: FormatBodyType): boolean {
  if (type !== 'unknown') return type === 'ndjson'
  const body = text.trimStart()
  if (!/^[[{]/.test(body)) throw new ApiError('unsupported_media_type', messages.formatTypes)
  const end = body.indexOf('\n')
  if (end < 0 || body.slice(end).trim() === '') return false
  return !(parseJson(body.slice(0, end)) instanceof BrokenItem)
}

/**
 * Reads a body of at most `maxBytes`, counted after decompression, and reserves memory as it grows.
 * @throws ApiError 413 too large, 408 too slow, 415 unknown encoding, 429 no memory left, 400 broken compression
 */
export function readBody(request: Request, permit: Permit, maxBytes = MAX_INGEST_BYTES): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const source = decompressed(request)
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (error?: Error): void => {
      stopWatching()
      if (!error) return resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
      source.removeListener('data', onChunk)
      // The remaining input is discarded, so that the answer reaches the sender over the same connection.
      if (source !== request) request.unpipe()
      request.resume()
      reject(error)
    }
    const onChunk = (chunk: Buffer): void => {
      size += chunk.length
      if (size > maxBytes) return end(tooLarge())
      try {
        permit.addBytes(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        end(error as Error)
      }
    }
    const stopWatching = watchBodyPace(request, { longestMs: BODY_MS, abort: () => end(tooSlow()) })
    source.on('data', onChunk)
    source.on('end', () => end())
    source.on('error', () => end(notJson()))
    request.on('close', () => {
      if (!request.complete) end(notJson())
    })
  })
}

function decompressed(request: Request): NodeJS.ReadableStream {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return request
  if (encoding === 'gzip' || encoding === 'x-gzip') return request.pipe(createGunzip())
  if (encoding === 'deflate') return request.pipe(createInflate())
  throw unsupported()
}

/** 400 for a body that is not JSON. */
export const notJson = (): ApiError => new ApiError('invalid_json', messages.notJson)
const tooSlow = (): ApiError => new ApiError('too_slow', messages.tooSlow, { retryAfter: 5 })
const tooLarge = (): ApiError => new ApiError('too_large', messages.tooLarge)
const unsupported = (): ApiError => new ApiError('unsupported_media_type', messages.ingestTypes)

/** An item that cannot be read exactly as sent: it is refused, and the others continue. */
export class BrokenItem {
  readonly text: string
  readonly reason: string
  constructor(text: string, reason = 'This line is not valid JSON.') {
    this.text = text
    this.reason = reason
  }
}

/**
 * Parses the items of a body: a JSON object, a JSON array, or lines of JSON.
 * @throws ApiError 400 when the body is empty or contains no JSON, 413 above 5,000 items
 */
export function parseItems(body: Buffer, type: BodyType): unknown[] {
  const text = body.toString('utf8')
  if (text.trim() === '') throw new ApiError('invalid_json', messages.emptyBody)
  const items = type === 'json' ? parseJsonItems(text) : parseJsonLines(text)
  if (items.length > MAX_ITEMS) throw new ApiError('too_large', messages.tooManyItems)
  return refuseUnsafeNames(isUtf8(body) ? items : items.map(refuseOtherEncodings), text)
}

/** Replaces items with a member called `__proto__` by broken ones. @param text original text of the items */
export const refuseUnsafeNames = (items: unknown[], text: string): unknown[] =>
  MAY_HOLD_REFUSED_NAME.test(text) ? items.map(refuseMemberNames) : items

/** Character that replaces invalid UTF-8. */
const REPLACEMENT = '\ufffd'

/** Breaks an item in another encoding: its names would silently be stored with gaps. */
export const refuseOtherEncodings = (item: unknown): unknown => {
  const text = item instanceof BrokenItem ? item.text : textOf(item)
  return text.includes(REPLACEMENT) ? new BrokenItem(text, 'The text is not valid UTF-8.') : item
}

/** The refused name as text, or an escape that may spell it: most bodies have neither and are not walked. */
const MAY_HOLD_REFUSED_NAME = /__proto__|\\u/

function refuseMemberNames(item: unknown): unknown {
  if (item instanceof BrokenItem) return item
  const [refused] = refusedJson(item)?.errors ?? []
  if (!refused) return item
  const reason = refused.path === '' ? refused.message : 'A member must not be called __proto__.'
  return new BrokenItem(textOf(item), reason)
}

/** Converts an item to text as far as possible: an endlessly nested item cannot be converted. */
function textOf(item: unknown): string {
  try {
    return JSON.stringify(item)
  } catch {
    return ''
  }
}

function parseJsonItems(text: string): unknown[] {
  const value = parseJson(text)
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null || value instanceof BrokenItem) throw notJson()
  return [value]
}

function parseJsonLines(text: string): unknown[] {
  const items: unknown[] = []
  let broken = 0
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end).trim()
    from = end < 0 ? text.length : end + 1
    if (line === '') continue
    const item = parseJson(line)
    if (item instanceof BrokenItem) broken += 1
    items.push(item)
    if (items.length > MAX_ITEMS) break
  }
  if (broken === items.length) throw notJson()
  return items
}

/** Parses an item; one that is not JSON becomes a broken item. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return new BrokenItem(text)
  }
}
