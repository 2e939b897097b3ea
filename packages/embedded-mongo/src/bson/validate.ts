import { notImplemented, StoreError } from '../errors.ts'
import { typeName } from './type-names.ts'
import { cstringEnd, T, valueEnd } from './value.ts'

const MAX_DEPTH = 180
const invalid = (why: string) => new StoreError(22, `Invalid BSON: ${why}`)

/**
 * Checks that the document at `at` is well formed within `limit`, so that later code needs no bounds checks. Returns the
 * offset after the document.
 */
export function validateDocument(buf: Buffer, at: number, limit: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw new StoreError(15, 'BSON nested too deeply')
  if (at + 5 > limit) throw invalid('document runs past its end')
  const size = buf.readInt32LE(at)
  const end = at + size
  if (size < 5 || end > limit || buf[end - 1] !== 0) throw invalid(`bad document length ${size}`)
  const last = end - 1
  let el = at + 4
  while (el < last) {
    const type = buf[el]!
    // It ends at the last byte at the latest, which is 0.
    const nameEnd = cstringEnd(buf, el + 1)
    if (nameEnd >= last + (type === 0 ? 0 : 1)) throw invalid('unterminated field name')
    el = checkValue(type, buf, nameEnd + 1, last, depth)
  }
  if (el !== last) throw invalid('value runs past the end of its document')
  return end
}

function checkValue(type: number, buf: Buffer, at: number, last: number, depth: number): number {
  switch (type) {
    case T.int:
    case T.double:
    case T.date:
    case T.long:
    case T.objectId:
    case T.bool:
    case T.null:
      return valueEnd(type, buf, at)
    case T.string:
      return checkString(buf, at, last)
    case T.object:
    case T.array:
      return validateDocument(buf, at, last, depth + 1)
    case T.binary:
      return at + 5 + length(buf, at, last, 0)
    case T.regex: {
      const middle = buf.indexOf(0, at)
      const end = middle < 0 ? -1 : buf.indexOf(0, middle + 1)
      if (end < 0 || end >= last) throw invalid('unterminated regular expression')
      return end + 1
    }
    default:
      throw typeName(type) === 'unknown'
        ? invalid(`unknown type ${type}`)
        : notImplemented(`values of type ${typeName(type)}`)
  }
}

function length(buf: Buffer, at: number, last: number, least: number): number {
  const size = at + 4 <= last ? buf.readInt32LE(at) : -1
  if (size < least || at + size > last) throw invalid('bad length')
  return size
}

function checkString(buf: Buffer, at: number, last: number): number {
  const end = at + 4 + length(buf, at, last, 1)
  if (end > last || buf[end - 1] !== 0) throw invalid('unterminated string')
  return end
}
