import { StoreError } from '../errors.ts'

/** BSON element types that the store knows. 0 means "no value here" (missing) and never occurs in stored bytes. */
export const T = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  long: 18,
} as const

/**
 * One BSON value as it lies in a buffer. The whole store works on these slices instead of decoded objects:
 * types survive untouched (5.0 stays a double) and a document is never decoded to look at one field.
 */
export class Value {
  readonly type: number
  readonly buf: Buffer
  readonly at: number
  readonly end: number

  constructor(type: number, buf: Buffer, at: number, end: number) {
    this.type = type
    this.buf = buf
    this.at = at
    this.end = end
  }
}

export function int32At(buf: Buffer, at: number): number {
  return buf[at]! | (buf[at + 1]! << 8) | (buf[at + 2]! << 16) | (buf[at + 3]! << 24)
}

/** The offset of the byte 0 that ends the text at `at`. For short names `indexOf` is slower. */
export function cstringEnd(buf: Buffer, at: number): number {
  let end = at
  while (buf[end] !== 0) end++
  return end
}

/** The offset just behind the value of `type` that starts at `at`. */
export function valueEnd(type: number, buf: Buffer, at: number): number {
  switch (type) {
    case T.int:
      return at + 4
    case T.double:
    case T.date:
    case T.long:
      return at + 8
    case T.string:
      return at + 4 + int32At(buf, at)
    case T.object:
    case T.array:
      return at + int32At(buf, at)
    case T.objectId:
      return at + 12
    case T.bool:
      return at + 1
    case T.null:
    case T.undefined:
    case T.missing:
      return at
    case T.binary:
      return at + 5 + int32At(buf, at)
    case T.regex:
      return cstringEnd(buf, cstringEnd(buf, at) + 1) + 1
    default:
      throw new StoreError(22, `Unrecognized BSON type ${type}`)
  }
}

/** Offset of the element called `name` (its type byte) in the document at `docAt`, or -1. */
export function findField(buf: Buffer, docAt: number, name: Buffer): number {
  const length = name.length
  const first = length === 0 ? 0 : name[0]!
  let el = docAt + 4
  for (;;) {
    const type = buf[el]!
    if (type === 0) return -1
    let at = el + 1
    if (buf[at] === first) {
      let i = 0
      while (i < length && buf[at + i] === name[i]) i++
      if (i === length && buf[at + i] === 0) return el
    }
    while (buf[at] !== 0) at++
    el = valueEnd(type, buf, at + 1)
  }
}

/** The value of a top-level field, or undefined. */
export function fieldValue(buf: Buffer, docAt: number, name: Buffer): Value | undefined {
  const el = findField(buf, docAt, name)
  if (el < 0) return undefined
  const at = el + 2 + name.length
  const type = buf[el]!
  return new Value(type, buf, at, valueEnd(type, buf, at))
}

const ID = Buffer.from('_id')

/** The `_id` of a document. */
export const idOf = (buf: Buffer, docAt = 0): Value | undefined => fieldValue(buf, docAt, ID)

const NAME_SLOTS = 4096
/** Bytes of the longest name in the table. */
const MAX_NAME = 128
const nameSlots: ({ bytes: Buffer; name: string } | undefined)[] = new Array(NAME_SLOTS)

/** Returns the name from a small table, because decoding the names of every document would cost more. */
export function nameAt(buf: Buffer, at: number, end: number): string {
  if (end - at > MAX_NAME) return buf.toString('utf8', at, end)
  let hash = end - at
  for (let i = at; i < end; i++) hash = (Math.imul(hash, 31) + buf[i]!) | 0
  const slot = (hash ^ (hash >>> 15)) & (NAME_SLOTS - 1)
  const known = nameSlots[slot]
  if (known && known.bytes.length === end - at) {
    let i = 0
    while (i < known.bytes.length && known.bytes[i] === buf[at + i]) i++
    if (i === known.bytes.length) return known.name
  }
  const name = buf.toString('utf8', at, end)
  nameSlots[slot] = { bytes: Buffer.from(buf.subarray(at, end)), name }
  return name
}

/** Calls `visit` for every element; stops early when it answers true. */
export function eachField(
  buf: Buffer,
  docAt: number,
  visit: (name: string, value: Value) => boolean | undefined | void,
): void {
  eachNamed(
    buf,
    docAt,
    (type, el, nameEnd, end) =>
      visit(nameAt(buf, el + 1, nameEnd), new Value(type, buf, nameEnd + 1, end)) === true,
  )
}

/**
 * Calls `visit` for every element with three offsets: its type byte, the end of its name, the end of the element. Stops when
 * `visit` returns true.
 */
export function eachNamed(
  buf: Buffer,
  docAt: number,
  visit: (type: number, el: number, nameEnd: number, end: number) => boolean,
): void {
  let el = docAt + 4
  for (;;) {
    const type = buf[el]!
    if (type === 0) return
    const nameEnd = cstringEnd(buf, el + 1)
    const end = valueEnd(type, buf, nameEnd + 1)
    if (visit(type, el, nameEnd, end)) return
    el = end
  }
}

/** Calls `visit` for every element of an array or document without decoding names; stops when it answers true. */
export function eachElement(
  buf: Buffer,
  docAt: number,
  visit: (type: number, at: number, end: number, index: number) => boolean | undefined | void,
): boolean {
  let el = docAt + 4
  for (let index = 0; ; index++) {
    const type = buf[el]!
    if (type === 0) return false
    const at = cstringEnd(buf, el + 1) + 1
    const end = valueEnd(type, buf, at)
    if (visit(type, at, end, index) === true) return true
    el = end
  }
}

export function fieldList(value: Value): [string, Value][] {
  const list: [string, Value][] = []
  eachField(value.buf, value.at, (name, member) => {
    list.push([name, member])
  })
  return list
}

export function elementList(value: Value): Value[] {
  const list: Value[] = []
  eachElement(value.buf, value.at, (type, at, end) => {
    list.push(new Value(type, value.buf, at, end))
  })
  return list
}

export function stringAt(buf: Buffer, at: number): string {
  return buf.toString('utf8', at + 4, at + 3 + int32At(buf, at))
}

export const asString = (value: Value) => stringAt(value.buf, value.at)
export const asBool = (value: Value) => value.buf[value.at] === 1
const scratch = new DataView(new ArrayBuffer(8))
/** A double read byte by byte: LMDB's shared read buffer has no trustworthy length for the DataView readers. */
export function doubleAt(buf: Buffer, at: number): number {
  for (let i = 0; i < 8; i++) scratch.setUint8(i, buf[at + i]!)
  return scratch.getFloat64(0, true)
}
/** A 64-bit integer as bigint. */
export function longAt(buf: Buffer, at: number): bigint {
  for (let i = 0; i < 8; i++) scratch.setUint8(i, buf[at + i]!)
  return scratch.getBigInt64(0, true)
}
/** A 64-bit integer as number: exact up to 2^53, enough for dates. */
export const longNumberAt = (buf: Buffer, at: number): number =>
  int32At(buf, at + 4) * 4294967296 + (int32At(buf, at) >>> 0)

/** Pattern and options of a regular expression value. */
export function regexParts(value: Value): { pattern: string; options: string } {
  const middle = cstringEnd(value.buf, value.at)
  return {
    pattern: value.buf.toString('utf8', value.at, middle),
    options: value.buf.toString('utf8', middle + 1, value.end - 1),
  }
}

/** The document as a value; `buf` holds it from `at` on. */
export const documentValue = (buf: Buffer, at = 0) => new Value(T.object, buf, at, at + int32At(buf, at))

/** Returns a copy that owns its bytes, so that a kept value does not keep its whole network message in memory. */
export function detached(value: Value): Value {
  const copy = Buffer.from(value.buf.subarray(value.at, value.end))
  return new Value(value.type, copy, 0, copy.length)
}
