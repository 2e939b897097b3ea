import { isUtf8 } from 'node:buffer'
import { MAX_ITEM_BYTES, MAX_ITEMS, messages } from '@wardtrack/contracts'
import { ApiError, createTurns, MAX_LEVELS } from '@wardtrack/service-kit'
import {
  type BodyType,
  BrokenItem,
  notJson,
  parseItems,
  parseJson,
  refuseOtherEncodings,
  refuseUnsafeNames,
} from './request-body.ts'

/** Part of a body, from its first byte to the one after its last; undefined for a pause during a long search. */
type Part = readonly [from: number, to: number] | undefined

/**
 * Parses the items of a large body one by one, and lets other work run in between. A list gives the same items as
 * `parseItems`, except that an item above 1 MB, and a long one with too many levels, is refused without being parsed.
 * @throws ApiError as `parseItems`, 413 also for a single item above 1 MB
 */
export async function parseLargeItems(body: Buffer, type: BodyType): Promise<unknown[]> {
  const begin = skipSpace(body, 0)
  if (begin === body.length) throw new ApiError('invalid_json', messages.emptyBody)
  const isList = type === 'json' && body[begin] === OPEN_LIST
  if (type === 'json' && !isList) {
    if (body.length > MAX_ITEM_BYTES) throw new ApiError('too_large', messages.tooLarge)
    if (isTooDeep(body)) return [new BrokenItem(body.toString('utf8', 0, KEPT_BYTES), TOO_DEEP)]
    return parseItems(body, type)
  }
  const turn = createTurns()
  const items: unknown[] = []
  let broken = 0
  for (const found of isList ? partsOfList(body, begin + 1) : linesOf(body, begin)) {
    await turn()
    if (!found) continue
    const bytes = body.subarray(...found)
    const part = bytes.toString('utf8', 0, bytes.length > MAX_ITEM_BYTES ? KEPT_BYTES : bytes.length)
    const text = isList ? part : part.trim()
    if (text === '' && !isList) continue
    const refusal = refusalOf(bytes)
    const item = refusal === undefined ? parseJson(text) : new BrokenItem(text.slice(0, KEPT_BYTES), refusal)
    if (item instanceof BrokenItem && item.reason !== refusal) {
      if (isList) throw notJson()
      broken += 1
    }
    items.push(...refuseUnsafeNames([isUtf8(bytes) ? item : refuseOtherEncodings(item)], text))
    if (items.length > MAX_ITEMS) throw new ApiError('too_large', messages.tooManyItems)
  }
  if (!isList && broken === items.length) throw notJson()
  return items
}

/** Kept beginning of an item that is too large. */
const KEPT_BYTES = 64 * 1024
const TOO_DEEP = 'This is nested too deeply.'
/** Length of an item whose levels are counted, because parsing many of them takes long. */
const COUNTED_BYTES = 16 * 1024

/** Returns the reason not to parse an item; undefined for an item that is fast to parse. */
function refusalOf(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_ITEM_BYTES) return 'This item is larger than 1 MB.'
  if (bytes.length > COUNTED_BYTES && isTooDeep(bytes)) return TOO_DEEP
  return undefined
}

/** Returns true if JSON has more levels than `refusedJson` allows. */
function isTooDeep(bytes: Buffer): boolean {
  // Levels below the outermost one.
  let depth = -1
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_LEVELS) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
  }
  return false
}

const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const NEWLINE = 0x0a

/** Bytes that are searched between two pauses. */
const PAUSE_BYTES = 256 * 1024

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09

/** Returns the position of the first byte that is no whitespace of JSON, or `to`. */
function skipSpace(body: Buffer, from: number, to = body.length): number {
  let at = from
  while (at < to && isSpace(body[at])) at += 1
  return at
}

/** Yields the lines that are not empty. */
function* linesOf(body: Buffer, from: number): Generator<Part, void> {
  for (let at = from; at < body.length; ) {
    const pause = Math.min(at + PAUSE_BYTES, body.length)
    at = skipSpace(body, at, pause)
    if (at === pause) yield undefined
    else {
      const end = body.indexOf(NEWLINE, at)
      const to = end < 0 ? body.length : end
      yield [at, to]
      at = to
    }
  }
}

/**
 * Yields the members of a list. The parts of a valid list are valid, and a list with an invalid part is invalid, so
 * whoever parses each part has checked the whole.
 * @param from position after the opening bracket
 * @throws ApiError 400 when the list does not end, or something follows it
 */
function* partsOfList(body: Buffer, from: number): Generator<Part, void> {
  let at = skipSpace(body, from)
  let to = at
  if (body[at] !== CLOSE_LIST)
    for (;;) {
      to = yield* endOfMember(body, at)
      yield [at, to]
      if (body[to] !== COMMA) break
      at = to + 1
    }
  if (body[to] !== CLOSE_LIST || skipSpace(body, to + 1) < body.length) throw notJson()
}

/** Finds the comma or bracket after a member of a list, or the end of the body, with pauses. */
function* endOfMember(body: Buffer, from: number): Generator<undefined, number> {
  let depth = 0
  let isText = false
  for (let at = from, pause = from + PAUSE_BYTES; at < body.length; at += 1) {
    if (at >= pause) {
      yield undefined
      pause = at + PAUSE_BYTES
    }
    const byte = body[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
    else if (byte === COMMA && depth === 0) return at
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return body.length
}
